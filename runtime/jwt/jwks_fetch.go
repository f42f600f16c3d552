package jwt

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	fetchTimeout = 5 * time.Second
	maxSetBytes  = 1 << 20
)

// statusError is an answer of another status than 200.
type statusError int

func (s statusError) Error() string { return fmt.Sprintf("answered with status %d", int(s)) }

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

// fetchSet gets the set at a URL.
func fetchSet(ctx context.Context, client *http.Client, url string) ([]byte, error) {
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
		return nil, statusError(answer.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxSetBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the key set: %w", err)
	}
	if len(body) > maxSetBytes {
		return nil, fmt.Errorf("the key set has more than %d bytes", maxSetBytes)
	}
	return body, nil
}
