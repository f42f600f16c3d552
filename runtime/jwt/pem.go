package jwt

import (
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"strings"
)

var (
	errNoPEM   = errors.New("no PEM block found")
	errPEMType = errors.New("the PEM block is of another type")
	errDER     = errors.New("the PEM block's content does not parse")
)

// parsePrivate reads a private key: PKCS #8, PKCS #1 or SEC 1. Its errors never quote the key.
func parsePrivate(text string) (crypto.Signer, error) {
	block, err := keyBlock(text)
	if err != nil {
		return nil, err
	}
	var private any
	switch block.Type {
	case "PRIVATE KEY":
		private, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		private, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "EC PRIVATE KEY":
		private, err = x509.ParseECPrivateKey(block.Bytes)
	default:
		return nil, errPEMType
	}
	if err != nil {
		return nil, errDER
	}
	signer, ok := private.(crypto.Signer)
	if !ok {
		return nil, errPEMType
	}
	return signer, nil
}

// parsePublic reads a public key, PKIX or PKCS #1, or that of a certificate or of a private key.
func parsePublic(text string) (crypto.PublicKey, error) {
	block, err := keyBlock(text)
	if err != nil {
		return nil, err
	}
	var public crypto.PublicKey
	switch block.Type {
	case "PUBLIC KEY":
		public, err = x509.ParsePKIXPublicKey(block.Bytes)
	case "RSA PUBLIC KEY":
		public, err = x509.ParsePKCS1PublicKey(block.Bytes)
	case "CERTIFICATE":
		return certified(block.Bytes)
	default:
		private, err := parsePrivate(text)
		if err != nil {
			return nil, err
		}
		return private.Public(), nil
	}
	if err != nil {
		return nil, errDER
	}
	return public, nil
}

func certified(der []byte) (crypto.PublicKey, error) {
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, errDER
	}
	return certificate.PublicKey, nil
}

// keyBlock is the first block of text, without the parameters that openssl puts before an EC key. A variable that had
// to fit on one line has \n for its line breaks.
func keyBlock(text string) (*pem.Block, error) {
	rest := []byte(strings.ReplaceAll(text, `\n`, "\n"))
	for {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			return nil, errNoPEM
		}
		if block.Type != "EC PARAMETERS" {
			return block, nil
		}
	}
}
