package runtime_test

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// listenAsStudio makes the process run below a studio until the test ends, and returns what that is sent: all of it,
// once what has connected is closed.
func listenAsStudio(t *testing.T) (sent func() *logBuffer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "studio")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("FLOWC_STUDIO", path)
	log, ended := &logBuffer{}, make(chan struct{})
	go func() {
		defer close(ended)
		conn, err := listener.Accept()
		if err != nil {
			return // nobody connects
		}
		_, _ = io.Copy(log, conn)
		_ = conn.Close()
	}()
	return func() *logBuffer {
		_ = listener.Close()
		<-ended
		return log
	}
}

// TestStudio sends executions and nodes with their values to a studio, masked, and logs what it would without.
func TestStudio(t *testing.T) {
	sent := listenAsStudio(t)
	app, log := openApp(t, map[string]string{"LOG_LEVEL": "error"}, rt.WithSecrets("a secret of the house"))
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("look")
		x.Values(map[string]string{"found": "a secret of the house"})
		x.Enter("fail")
		return io.ErrUnexpectedEOF
	})
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	got := sent()
	if strings.Contains(got.String(), "a secret") {
		t.Errorf("a secret is sent: %s", got)
	}
	if n := len(got.left(t)); n != 3 {
		t.Errorf("%d nodes are left, want 3", n)
	}
	failed := got.records(t, "failed")
	if len(failed) != 1 || failed[0]["node"] != "fail" || failed[0]["error"] != io.ErrUnexpectedEOF.Error() {
		t.Errorf("failures are %v", failed)
	}
	ended := got.records(t, "execution")
	if len(ended) != 1 || ended[0]["status"] != 500.0 || ended[0]["workflow"] != "test" || ended[0]["entry"] != "in" || ended[0]["path"] != "/" {
		t.Errorf("executions are %v", ended)
	}
	if len(log.records(t, "node")) > 0 || len(log.records(t, "execution")) != 1 {
		t.Errorf("the log is %s", log)
	}
}

// TestStudioStuck answers all callers though the studio has stopped reading.
func TestStudioStuck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "studio")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	t.Setenv("FLOWC_STUDIO", path)
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("look")
		x.Values(map[string]string{"long": strings.Repeat("x", 1000)})
		return x.JSON(http.StatusOK, "fine")
	})
	for range 500 { // more than a socket holds
		res, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
}

// TestStudioInProduction sends nothing.
func TestStudioInProduction(t *testing.T) {
	sent := listenAsStudio(t)
	app, _ := openApp(t, map[string]string{"FLOWC_ENV": "production"})
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.JSON(http.StatusOK, "fine")
	})
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if got := sent().String(); got != "" {
		t.Errorf("sent are %s", got)
	}
}
