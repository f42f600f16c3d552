package apikey_test

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/apikey"
)

// manyKeys is a list of ten; the last is ciKey.
func manyKeys() string {
	var list strings.Builder
	for i := range 9 {
		fmt.Fprintf(&list, "n%d:key-of-number-%d,", i, i)
	}
	return list.String() + "ci:" + ciKey
}

// BenchmarkCheck is the right key among ten, each time in an execution of its own. Its share is what it takes more than
// BenchmarkNoCheck.
func BenchmarkCheck(b *testing.B) {
	app := openApp(b)
	v := apikey.NewVerifier(app.Setup(), apikey.Config{Keys: manyKeys()})
	benchmarkExecution(b, app, func(x *rt.Exec) bool { return v.Check(x).Valid })
}

// BenchmarkNoCheck is an execution that checks nothing.
func BenchmarkNoCheck(b *testing.B) {
	benchmarkExecution(b, openApp(b), func(*rt.Exec) bool { return true })
}

func benchmarkExecution(b *testing.B, app *rt.App, check func(x *rt.Exec) bool) {
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "me", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		if !check(x) {
			return x.Empty(http.StatusUnauthorized)
		}
		return x.Empty(http.StatusNoContent)
	})
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("X-API-Key", ciKey)
	w := &discard{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		mux.ServeHTTP(w, request)
		if w.status != http.StatusNoContent {
			b.Fatal(w.status)
		}
	}
}

// BenchmarkCheckInOne is the check alone: the execution has seen the key before.
func BenchmarkCheckInOne(b *testing.B) {
	app := openApp(b)
	v := apikey.NewVerifier(app.Setup(), apikey.Config{Keys: manyKeys()})
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("X-API-Key", ciKey)
	execute(b, app, request, func(x *rt.Exec) {
		b.ReportAllocs()
		for b.Loop() {
			if user := v.Check(x); !user.Valid {
				b.Fatal(user.Reason)
			}
		}
	})
}

// BenchmarkCheckByHand is what one would write instead, as careful about time, with nothing masked in logs.
func BenchmarkCheckByHand(b *testing.B) {
	type entry struct {
		name string
		hash [32]byte
	}
	var entries []entry
	for _, pair := range strings.Split(manyKeys(), ",") {
		name, key, _ := strings.Cut(pair, ":")
		entries = append(entries, entry{name, sha256.Sum256([]byte(key))})
	}
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("X-API-Key", ciKey)
	b.ReportAllocs()
	for b.Loop() {
		hash := sha256.Sum256([]byte(request.Header.Get("X-API-Key")))
		sub := ""
		for _, e := range entries {
			if subtle.ConstantTimeCompare(hash[:], e.hash[:]) == 1 {
				sub = e.name
			}
		}
		if sub == "" {
			b.Fatal("unknown key")
		}
	}
}

// discard is a ResponseWriter that keeps the status only.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
