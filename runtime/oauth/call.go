package oauth

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

const maxAnswer = 1 << 20 // bytes, decompressed

// statusError is an answer of another status than 200.
type statusError int

func (s statusError) Error() string { return fmt.Sprintf("answered with status %d", int(s)) }

// ask makes a call and returns the JSON object of its answer. Errors name neither the URL's path and query nor anything
// of the answer: both may hold tokens.
func ask(client *http.Client, request *http.Request) (rt.Value, error) {
	request.Header.Set("Accept", "application/json")
	host := request.URL.Host
	answer, err := client.Do(request)
	if err != nil {
		return rt.Value{}, fmt.Errorf("asking %s: %w", host, withoutURL(err))
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return rt.Value{}, fmt.Errorf("asking %s: %w", host, statusError(answer.StatusCode))
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return rt.Value{}, fmt.Errorf("reading the answer of %s: %w", host, err)
	}
	value, err := object(body)
	if err != nil {
		return rt.Value{}, fmt.Errorf("the answer of %s: %w", host, err)
	}
	return value, nil
}

var (
	errTooLarge = errors.New("is too large")
	errNoObject = errors.New("is no JSON object")
)

// object reads a JSON object: in UTF-8, no name twice.
func object(body []byte) (rt.Value, error) {
	if len(body) > maxAnswer {
		return rt.Value{}, errTooLarge
	}
	var value rt.Value
	var members struct{}
	if json.Unmarshal(body, &value) != nil || value.IsNull() || json.Unmarshal(body, &members) != nil {
		return rt.Value{}, errNoObject
	}
	return value, nil
}

// as reads an object into a struct, by exact names.
func as[T any](value rt.Value) (T, error) {
	var into T
	text, err := rt.ToJSON(value)
	if err != nil {
		return into, err
	}
	err = json.Unmarshal([]byte(text), &into)
	return into, err
}

// withoutURL drops the URL that errors of net/http begin with.
func withoutURL(err error) error {
	var quoting *url.Error
	if errors.As(err, &quoting) {
		return quoting.Err
	}
	return err
}
