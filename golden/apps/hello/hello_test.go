package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/hello/flows"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

func TestHello(t *testing.T) {
	t.Parallel()
	url := flowtest.Start(t, flows.New, nil).URL
	for _, test := range []struct {
		query  string
		status int
		want   string
	}{
		{"?name=Ada", http.StatusOK, `{"message":"Hello, Ada!"}`},
		{"", http.StatusOK, `{"message":"Hello, world!"}`},
		{"?name=%22%7D", http.StatusOK, `{"message":"Hello, \"}!"}`},
		{"?name=" + strings.Repeat("x", 101), http.StatusBadRequest, `"errors":{"name":`},
	} {
		t.Run(test.query, func(t *testing.T) {
			response, err := http.Get(url + "/hello" + test.query)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if response.StatusCode != test.status || !strings.Contains(string(body), test.want) {
				t.Errorf("answered %d %s, want %d %s", response.StatusCode, body, test.status, test.want)
			}
		})
	}
}
