package runtime_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestEach goes through lists: in their order, as far as the first failure or answer, and not at all where there is too much.
func TestEach(t *testing.T) {
	broken := errors.New("broken")
	bound := rt.EachBound{Most: 3}
	for name, tt := range map[string]struct {
		items  []string
		bound  rt.EachBound
		status int
		body   string
		done   []string
	}{
		"all":         {items: []string{"a", "b", "c"}, bound: bound, status: 200, body: "3: 0a 1b 2c", done: []string{"a", "b", "c"}},
		"none":        {bound: bound, status: 200, body: "0: "},
		"failure":     {items: []string{"a", "fail", "c"}, bound: bound, status: 500, done: []string{"a", "fail"}},
		"answer":      {items: []string{"a", "answer", "c"}, bound: bound, status: 418, done: []string{"a", "answer"}},
		"too many":    {items: []string{"a", "b", "c", "d"}, bound: bound, status: 500},
		"sent by him": {items: []string{"a", "b", "c", "d"}, bound: rt.EachBound{Most: 3, Field: "names"}, status: 400, body: "names"},
	} {
		t.Run(name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			var done []string
			server := serve(t, app, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				x.Enter("loop")
				loop, err := rt.EachValue(x, tt.items, tt.bound, func(index int64, item string) (string, error) {
					x.Enter("item")
					done = append(done, item)
					switch item {
					case "fail":
						return "", broken
					case "answer":
						return "", x.Empty(http.StatusTeapot)
					}
					return string('0'+rune(index)) + item, nil
				})
				if err != nil || x.Answered() {
					return err
				}
				return x.Text(http.StatusOK, string('0'+rune(loop.Count))+": "+strings.Join(loop.Results, " "))
			})
			answer, err := http.Get(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != tt.status || !strings.Contains(string(body), tt.body) || !slices.Equal(done, tt.done) {
				t.Errorf("answered %d %s after %q, want %d %s after %q", answer.StatusCode, body, done, tt.status, tt.body, tt.done)
			}
		})
	}
}
