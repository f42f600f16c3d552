package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

func TestStatuses(t *testing.T) {
	tests := []struct {
		status    int
		temporary bool
	}{
		{301, false}, {304, false}, {400, false}, {401, false}, {404, false}, {408, true}, {409, false},
		{425, true}, {429, true}, {500, true}, {502, true}, {503, true}, {504, true}, {599, true},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.status), func(t *testing.T) {
			_, err := send[rt.Value](t, client.Config{Method: "POST"}, client.Request{URL: answering(t, test.status, "", "")})
			failed := failure(t, err)
			if failed.Status() != int64(test.status) || failed.Temporary() != test.temporary {
				t.Errorf("status %d, temporary %v", failed.Status(), failed.Temporary())
			}
			if !strings.Contains(err.Error(), fmt.Sprint(test.status)) {
				t.Errorf("the error does not name the status: %v", err)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		header string
		want   time.Duration
	}{
		{"120", 2 * time.Minute},
		{"0", 0},
		{now.Add(90 * time.Second).Format(http.TimeFormat), 90 * time.Second},
		{now.Add(-time.Hour).Format(http.TimeFormat), 0},
		{"-5", 0},
		{"99999999999999999999", (1<<31 - 1) * time.Second},
		{"soon", 0},
		{"", 0},
	}
	for _, test := range tests {
		service := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", test.header)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		app := openApp(t, rt.WithClock(func() time.Time { return now }))
		_, err := sendWith(t, app, newClient[rt.Value](t, app, client.Config{}), client.Request{URL: service})
		if got := failure(t, err).RetryAfter(); got != test.want {
			t.Errorf("%q: got %v, want %v", test.header, got, test.want)
		}
	}
}

// unreachable are services that give no answer, or half of one.
func unreachable(t *testing.T) map[string]string {
	held := make(chan struct{})
	services := map[string]string{
		"hanging before the answer": serve(t, func(http.ResponseWriter, *http.Request) { <-held }),
		"hanging in the body": serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(`{"a":`))
			w.(http.Flusher).Flush()
			<-held
		}),
		"accepting and silent": listen(t, func(c net.Conn) { <-held; c.Close() }),
		"resetting": listen(t, func(c net.Conn) {
			c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}),
		"closing in the body": listen(t, func(c net.Conn) {
			c.Read(make([]byte, 1024))
			c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"))
			c.Close()
		}),
		"no HTTP":         listen(t, func(c net.Conn) { c.Write([]byte("SSH-2.0-x\r\n")); c.Close() }),
		"nobody listens":  closedPort(t),
		"unknown host":    "http://nowhere.invalid",
		"TLS where plain": strings.Replace(answering(t, 200, "", ""), "http:", "https:", 1),
	}
	t.Cleanup(func() { close(held) }) // before the services are closed, which waits for their handlers
	return services
}

func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

func TestUnreachable(t *testing.T) {
	for name, service := range unreachable(t) {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, err := send[rt.Value](t, client.Config{Method: "POST", Timeout: short}, client.Request{URL: service + "/canary?canary"})
			failed := failure(t, err)
			if failed.Status() != 0 || !failed.Temporary() {
				t.Errorf("status %d, temporary %v: %v", failed.Status(), failed.Temporary(), err)
			}
			if strings.Contains(err.Error(), "canary") {
				t.Errorf("the error quotes the URL: %v", err)
			}
			if took := time.Since(start); took > 100*short {
				t.Errorf("took %v with a time-out of %v", took, short)
			}
			if strings.Contains(name, "hanging") && (!errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "50ms")) {
				t.Errorf("the error is not of the time-out: %v", err)
			}
		})
	}
}

// The deadline of the execution, or its caller leaving, ends a call before the call's own time-out.
func TestExecutionEnds(t *testing.T) {
	app := openApp(t)
	ctx, cancel := context.WithCancel(t.Context())
	service := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	c := newClient[rt.Value](t, app, client.Config{Timeout: time.Hour})
	execute(t, app, ctx, func(x *rt.Exec) error {
		_, err := c.Send(x, client.Request{URL: service})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want context.Canceled", err)
		}
		return err
	})
}

// An uncaught failure tells the caller nothing but its status.
func TestAnswers(t *testing.T) {
	tests := []struct {
		service string
		want    int
	}{
		{closedPort(t), http.StatusInternalServerError},
		{answering(t, 503, "", ""), http.StatusInternalServerError},
		{answering(t, 404, "", ""), http.StatusInternalServerError},
	}
	for _, test := range tests {
		app := openApp(t)
		c := newClient[rt.Value](t, app, client.Config{})
		answer := execute(t, app, t.Context(), func(x *rt.Exec) error {
			_, err := c.Send(x, client.Request{URL: test.service})
			return err
		})
		if answer.Code != test.want || strings.Contains(answer.Body.String(), "127.0.0.1") {
			t.Errorf("status %d, want %d: %s", answer.Code, test.want, answer.Body)
		}
	}
}

// Nothing of a call's URL, headers or body gets into the log by way of a failure, at any level, where some of it carries a label.
func TestFailuresAreLoggedWithoutSecrets(t *testing.T) {
	services := unreachable(t)
	services["refusing"] = answering(t, 403, "", "no")
	services["malformed"] = "http://x.example:port"
	for name, service := range services {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
			c := newClient[rt.Value](t, app, client.Config{Method: "POST", Timeout: short, Hidden: true})
			execute(t, app, t.Context(), func(x *rt.Exec) error {
				_, err := c.Send(x, client.Request{
					URL:    strings.Replace(service, "://", "://canary:canary@", 1) + "/canary?k=canary",
					Header: http.Header{"X-Key": {"canary"}},
					Query:  url.Values{"canary": {"canary"}},
					Body:   "canary",
				})
				if err == nil {
					t.Error("the call worked")
				}
				return err
			})
			if !strings.Contains(log.String(), "failed") {
				t.Errorf("the failure is not logged: %s", log.String())
			}
			if strings.Contains(log.String(), "canary") {
				t.Errorf("the log shows what was sent: %s", log.String())
			}
		})
	}
}

// The log says which limit has ended a call.
func TestLimitsAreNamed(t *testing.T) {
	hanging := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	for name, tt := range map[string]struct {
		timeout  time.Duration
		attempts int
		want     string
	}{
		"its own":    {50 * time.Millisecond, 1, "no answer within 50ms, apiTimeout: "},
		"in a Retry": {50 * time.Millisecond, 2, "no answer within 50ms, apiTimeout: "},
		"a share":    {0, 100, "what the attempt had left of its share: "},
	} {
		t.Run(name, func(t *testing.T) {
			app := openApp(t)
			c := newClient[rt.Value](t, app, client.Config{Timeout: tt.timeout})
			execute(t, app, t.Context(), func(x *rt.Exec) error {
				x.Enter("again")
				err := rt.Retry(x, rt.RetryPolicy{Attempts: tt.attempts, Delay: time.Hour}, func() error {
					_, err := c.Send(x, client.Request{URL: hanging})
					return err
				})
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want %q in it", err, tt.want)
				}
				return nil
			})
		})
	}
}
