package jwt

import (
	"context"
	"crypto"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/MicahParks/jwkset"
	strictjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	fetchTimeout = 5 * time.Second
	maxSetBytes  = 1 << 20
)

// publishedKey is a public key of a set.
type publishedKey struct {
	id        string // kid; may be empty
	algorithm string // the one it is for; empty: any that fits
	issuer    string // whose tokens it signs, as Microsoft publishes it; empty: those of every issuer of the set
	public    crypto.PublicKey
}

// newFetcher makes a client of its own unless given a transport.
func newFetcher(given http.RoundTripper) *http.Client {
	if given == nil {
		given = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	}
	return &http.Client{
		Transport:     given,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       fetchTimeout,
	}
}

// fetchKeys gets the set at a URL and reads the keys that verify signatures.
func fetchKeys(ctx context.Context, client *http.Client, url string) ([]publishedKey, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("build the request: %w", err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered with status %d", answer.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxSetBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the key set: %w", err)
	}
	if len(body) > maxSetBytes {
		return nil, fmt.Errorf("the key set has more than %d bytes", maxSetBytes)
	}
	return parseKeys(body)
}

var errNoSet = errors.New("the answer is no key set: it has no keys")

// parseKeys reads a key set. Keys of kinds that nobody here knows are left out (RFC 7517, section 5), and so are those
// that are broken, weak or not for signatures: they must not take the others with them.
func parseKeys(set []byte) ([]publishedKey, error) {
	var document struct {
		Keys []jsontext.Value `json:"keys"`
	}
	if err := strictjson.Unmarshal(set, &document); err != nil {
		return nil, fmt.Errorf("read the key set: %w", err)
	}
	if document.Keys == nil {
		return nil, errNoSet
	}
	var keys []publishedKey
	for _, text := range document.Keys {
		parsed, err := jwkset.NewJWKFromRawJSON(json.RawMessage(text), jwkset.JWKMarshalOptions{}, jwkset.JWKValidateOptions{SkipAll: true})
		if err != nil {
			continue
		}
		meta := parsed.Marshal()
		if verifies(meta) && weakness(parsed.Key()) == nil {
			keys = append(keys, publishedKey{id: meta.KID, algorithm: string(meta.ALG), issuer: issuerIn(text), public: parsed.Key()})
		}
	}
	return keys, nil
}

// verifies reports whether a key is published to verify signatures with: use and key_ops, where they are there, say what
// it is for (RFC 7517, sections 4.2 and 4.3).
func verifies(key jwkset.JWKMarshal) bool {
	return (key.USE == "" || key.USE == jwkset.UseSig) &&
		(key.KEYOPS == nil || slices.Contains(key.KEYOPS, jwkset.KeyOpsVerify))
}

// issuerIn is the member issuer of a key, which is no part of RFC 7517.
func issuerIn(key jsontext.Value) string {
	var extra struct {
		Issuer string `json:"issuer"`
	}
	if strictjson.Unmarshal(key, &extra) != nil {
		return ""
	}
	return extra.Issuer
}
