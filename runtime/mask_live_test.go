package runtime_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	rt "github.com/flowc-dev/flowc/runtime"
)

// A record without a context masks what any running execution saw, in whatever order executions end.
func TestRecordsMaskWhatRunningExecutionsSaw(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				app, log := openApp(t, nil)
				end := startSeeing(t, app, 3)
				running := "012"
				for _, i := range order {
					end[i] <- true
					synctest.Wait()
					running = strings.ReplaceAll(running, fmt.Sprint(i), "")
					for j := range end {
						app.Logger().Info("secret-of-number-" + fmt.Sprint(j))
						masked := !strings.Contains(log.String(), "secret-of-number-"+fmt.Sprint(j))
						if want := strings.Contains(running, fmt.Sprint(j)); masked != want {
							t.Errorf("masked %v, where %q run: %s", masked, running, log)
						}
						log.text.Reset()
					}
				}
			})
		})
	}
}

// startSeeing starts n executions, each of which sees a secret of its own twice and runs until it is told to end.
func startSeeing(t *testing.T, app *rt.App, n int) (end []chan bool) {
	t.Helper()
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/{number}"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		number := x.Request().PathValue("number")
		x.Saw("secret-of-number-" + number)
		x.Saw("secret-of-number-"+number, "another-of-number-"+number)
		<-end[number[0]-'0']
		return x.Empty(http.StatusNoContent)
	})
	for i := range n {
		end = append(end, make(chan bool))
		go mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", fmt.Sprintf("/%d", i), nil))
		synctest.Wait() // they come one after the other
	}
	return end
}
