package client_test

import (
	"errors"
	"net/http"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// TestHostsThatCallersChoose wants a host that the guard refuses, and a URL that can't be called, to be the fault of the field
// that it came in; of one that nobody has sent, the node's failure.
func TestHostsThatCallersChoose(t *testing.T) {
	for _, url := range []string{
		"http://127.0.0.1:1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://10.0.0.7/",
		"ftp://example.com/", "file:///etc/passwd", "https://", "example.com", "http://[::1", "",
	} {
		for field, want := range map[string]int{"callback": http.StatusBadRequest, "": 0} {
			_, err := send[rt.Value](t, client.Config{Guarded: true, ChosenBy: field}, client.Request{URL: url})
			var known *rt.Error
			if errors.As(err, &known) != (want != 0) || known != nil && (known.Status != want || known.Fields[field] == "") {
				t.Errorf("%q in %q: got %v (%+v)", url, field, err, known)
			}
			if err == nil {
				t.Errorf("%q in %q was called", url, field)
			}
		}
	}
}
