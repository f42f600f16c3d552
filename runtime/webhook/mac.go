package webhook

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"slices"
	"sync"
)

// scheme is the hash of signatures, and the encoding that they are written in.
type scheme struct {
	*macs
	decode func(to, text []byte) ([]byte, error) // appends what text says to to
}

// The schemes of services.
var (
	hexSHA256    = &scheme{withSHA256, hex.AppendDecode}
	base64SHA256 = &scheme{withSHA256, base64.StdEncoding.AppendDecode}
)

// macs makes HMACs with one hash, and keeps some that are keyed: to key one takes two blocks of hashing, a tenth of
// what a message of 1 KiB takes, and five allocations.
type macs struct {
	hash func() hash.Hash
	kept sync.Pool // *keyed
}

// The hashes of signatures.
var (
	withSHA1   = &macs{hash: sha1.New}
	withSHA256 = &macs{hash: sha256.New}
	withSHA384 = &macs{hash: sha512.New384}
	withSHA512 = &macs{hash: sha512.New}
)

// maxKeyed is how many secrets stay keyed together: a process has some Webhooks, each with one or two of them. It may
// also have one for each customer, of which only the last ones stay.
const maxKeyed = 8

// keyed are HMACs that belong to one goroutine as long as it has them.
type keyed struct {
	macs []keyedMAC // the oldest first

	// Room for what the last message's HMAC is, and for a signature as it is written and as it is read.
	sum, text, signature []byte
}

// signed reports whether a signature is sum. A malformed one is not: decoders return what they have read before an
// error, and that could be a right signature.
func (k *keyed) signed(signature string, decode func(to, text []byte) ([]byte, error)) bool {
	k.text = append(k.text[:0], signature...)
	var err error
	k.signature, err = decode(k.signature[:0], k.text)
	return err == nil && hmac.Equal(k.sum, k.signature)
}

type keyedMAC struct {
	key string
	hash.Hash
}

// take returns HMACs for the caller alone, who gives them back.
func (m *macs) take() *keyed {
	if k, ok := m.kept.Get().(*keyed); ok {
		return k
	}
	return &keyed{}
}

func (m *macs) give(k *keyed) { m.kept.Put(k) }

// of returns the HMAC with a key, of which nothing is written yet.
func (m *macs) of(k *keyed, key string) hash.Hash {
	for i := range k.macs {
		if k.macs[i].key == key { // both are the receiver's own: that the time tells how alike they are is of no use
			k.macs[i].Reset()
			return k.macs[i].Hash
		}
	}
	if len(k.macs) == maxKeyed {
		k.macs = slices.Delete(k.macs, 0, 1)
	}
	k.macs = append(k.macs, keyedMAC{key, hmac.New(m.hash, []byte(key))})
	return k.macs[len(k.macs)-1].Hash
}
