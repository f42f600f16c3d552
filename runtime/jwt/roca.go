package jwt

import (
	"crypto"
	"crypto/rsa"
	"errors"
	"math/big"
)

var errROCA = errors.New("is an RSA key whose private half can be computed (ROCA, CVE-2017-15361): make a new one elsewhere")

// rocaPrimes tell a modulus that Infineon's library made from others. Of each, the powers of 65537 are few of the rests
// that there are, and the modulus of such a key is a power in all of them; another one is so by chance once in 2^27
// (Nemec et al., The Return of Coppersmith's Attack, section 2.3).
var rocaPrimes = []uint64{11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157}

// weakness says why nobody may rely on a public key, nil where nothing is known.
func weakness(public crypto.PublicKey) error {
	if k, ok := public.(*rsa.PublicKey); ok && isROCA(k.N) {
		return errROCA
	}
	return nil
}

func isROCA(modulus *big.Int) bool {
	rest := new(big.Int)
	for _, p := range rocaPrimes {
		if !isPowerOf65537(rest.Mod(modulus, new(big.Int).SetUint64(p)).Uint64(), p) {
			return false
		}
	}
	return true
}

// isPowerOf65537 reports whether a rest is a power of 65537 modulo p.
func isPowerOf65537(rest, p uint64) bool {
	for power, i := uint64(1), uint64(1); i < p; i++ {
		if power == rest {
			return true
		}
		power = power * 65537 % p
	}
	return false
}
