package jwt

import (
	"bytes"
	"cmp"
	"crypto"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/MicahParks/jwkset"
	strictjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// publishedKey is a public key of a set.
type publishedKey struct {
	id        string // kid; may be empty
	algorithm string // the one it is for; empty: any that fits
	issuer    string // whose tokens it signs, as Microsoft publishes it; empty: those of every issuer of the set
	public    crypto.PublicKey
}

var (
	errNoSet    = errors.New("the answer is no key set: it has no keys")
	errDouble   = errors.New("has a member twice")
	errNoObject = errors.New("is no JSON object")
	errTrailing = errors.New("more follows it")
)

// readSet reads the keys of a set that verify signatures. Those of kinds that nobody here knows are left out (RFC 7517,
// section 5), and so are those that are for something else, broken or weak: they must not take the others with them.
// left says of the broken and weak ones why, as whoever publishes them does not mean that.
func readSet(set []byte) (keys []publishedKey, left []string, err error) {
	texts, err := keyTexts(set)
	if err != nil {
		return nil, nil, fmt.Errorf("read the key set: %w", err)
	}
	for i, one := range texts {
		key, err := readKey(one)
		switch {
		case errors.Is(err, errOther) || errors.Is(err, jwkset.ErrUnsupportedKey):
		case err != nil:
			left = append(left, fmt.Sprintf("key %d of %d: %v", i+1, len(texts), err))
		default:
			keys = append(keys, key)
		}
	}
	return keys, left, nil
}

// keyTexts takes the keys of a set apart. Of what is in a key, only the brackets have to match: what else is wrong with
// one is wrong with that one alone. The set itself has no member twice, as two parsers would read two sets.
func keyTexts(set []byte) ([]jsontext.Value, error) {
	loose := loosely(set)
	list, err := keysIn(loose)
	if err != nil {
		return nil, err
	}
	if _, err := loose.ReadToken(); err != io.EOF {
		return nil, errTrailing
	}
	if list.Kind() != '[' {
		return nil, errNoSet
	}
	return items(list)
}

// loosely decodes JSON whose texts and members may be anything.
func loosely(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// keysIn is the member keys of an object; nil where it has none.
func keysIn(loose *jsontext.Decoder) (keys jsontext.Value, err error) {
	if open, err := loose.ReadToken(); err != nil || open.Kind() != '{' {
		return nil, cmp.Or(err, errNoObject)
	}
	seen := map[string]bool{}
	for loose.PeekKind() == '"' {
		token, err := loose.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		value, err := loose.ReadValue()
		switch {
		case err != nil:
			return nil, err
		case seen[name]:
			return nil, errDouble
		case name == "keys":
			keys = value.Clone()
		}
		seen[name] = true
	}
	_, err = loose.ReadToken()
	return keys, err
}

// items are the items of a list, as they are written.
func items(list jsontext.Value) ([]jsontext.Value, error) {
	loose := loosely(list)
	if _, err := loose.ReadToken(); err != nil {
		return nil, err
	}
	all := []jsontext.Value{}
	for loose.PeekKind() != ']' {
		item, err := loose.ReadValue()
		if err != nil {
			return nil, err
		}
		all = append(all, item.Clone())
	}
	return all, nil
}

// errOther is that of a key that is for something else than to verify signatures.
var errOther = errors.New("is not for signatures")

// readKey reads one key of a set, whose members have exactly the names of RFC 7517. A certificate that comes with it is
// not looked at: it says nothing that is relied upon, and there are keys in use with certificates that do not parse.
func readKey(written jsontext.Value) (publishedKey, error) {
	var members struct {
		jwkset.JWKMarshal
		Issuer jsontext.Value `json:"issuer"` // no member of RFC 7517
	}
	if written.Kind() != '{' {
		return publishedKey{}, errNoObject
	}
	if err := strictjson.Unmarshal(written, &members); err != nil {
		return publishedKey{}, err
	}
	meta := members.JWKMarshal
	if !verifies(meta) {
		return publishedKey{}, errOther
	}
	meta.X5C, meta.X5T, meta.X5TS256, meta.X5U = nil, "", "", ""
	parsed, err := jwkset.NewJWKFromMarshal(meta, jwkset.JWKMarshalOptions{}, jwkset.JWKValidateOptions{SkipAll: true})
	if err != nil {
		return publishedKey{}, err
	}
	if err := weakness(parsed.Key()); err != nil {
		return publishedKey{}, err
	}
	issuer, _ := text(members.Issuer)
	return publishedKey{id: meta.KID, algorithm: string(meta.ALG), issuer: issuer, public: parsed.Key()}, nil
}

// verifies reports whether a key is published to verify signatures with: use and key_ops, where they are there, say
// what it is for (RFC 7517, sections 4.2 and 4.3).
func verifies(key jwkset.JWKMarshal) bool {
	return (key.USE == "" || key.USE == jwkset.UseSig) &&
		(key.KEYOPS == nil || slices.Contains(key.KEYOPS, jwkset.KeyOpsVerify))
}

// maxLeft is how many keys the log names that are left out.
const maxLeft = 5

// leftOut says in one text which keys of a set are not used; "" where none is left out.
func leftOut(left []string) string {
	if len(left) > maxLeft {
		left = append(slices.Clone(left[:maxLeft]), fmt.Sprintf("and %d more", len(left)-maxLeft))
	}
	return strings.Join(left, "; ")
}
