package runtime_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

type strictIn struct {
	Name  string    `json:"name"`
	Home  *address  `json:"home"`
	Spots []address `json:"spots"`
	Page  *int64    `query:"page"`
	Tag   *[]string `query:"tag"`
	IDs   *[]int64  `query:"id"`
}

func TestRefuseUnknown(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/{$}", RefuseUnknown: true}, func(x *rt.Exec, e *rt.Endpoint[strictIn]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(http.StatusOK, map[string]any{"tag": in.Tag, "id": in.IDs})
	})
	const form = "application/x-www-form-urlencoded"
	long := strings.Repeat("é", 5000)
	for _, tt := range []struct {
		query, body, contentType string
		wrong                    map[string]string // nil is a 200
	}{
		{"", `{"name":"a","spots":[]}`, "", nil},
		{"?page=1&tag=a&tag=b", `{"name":"a","spots":[],"home":{"city":"Bern"}}`, "", nil},
		{"", `{"name":"a","spots":[],"nmae":1}`, "", map[string]string{"nmae": "is not known"}},
		{"", `{"name":"a","spots":[],"Name":"b"}`, "", map[string]string{"Name": "is not known"}},
		{"", `{"name":"a","spots":[{"city":"x","zpi":null}],"home":{"city":"b","x":{"y":1}}}`, "",
			map[string]string{"spots.0.zpi": "is not known", "home.x": "is not known"}},
		{"?pgae=1&tag=a", `{"name":"a","spots":[]}`, "", map[string]string{"pgae": "is not known"}},
		{"?name=a", `{"name":"a","spots":[]}`, "", map[string]string{"name": "is not known"}},
		{"", `{"name":"a","spots":[],"":1}`, "", map[string]string{"": "is not known"}},
		{"", "name=a&admin=true", form, map[string]string{"admin": "is not known", "spots": "is required"}},
		{"", `{"name":"a","spots":[],"` + long + `":1}`, "", map[string]string{strings.Repeat("é", 100) + "…": "is not known"}},
	} {
		reply := call(t, "POST", server.URL+"/"+tt.query, tt.body, "Content-Type", cmp.Or(tt.contentType, "application/json"))
		if tt.wrong == nil && reply.StatusCode == http.StatusOK {
			continue
		}
		if reply.StatusCode != http.StatusBadRequest || !maps.Equal(reply.problem(t).Errors, tt.wrong) {
			t.Errorf("%s %.80s: answered %d %.300s, want 400 %v", tt.query, tt.body, reply.StatusCode, reply.text, tt.wrong)
		}
	}
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, `,"k%d":1`, i)
	}
	if reply := call(t, "POST", server.URL, `{"name":"a","spots":[]`+many.String()+`}`, "Content-Type", "application/json"); len(reply.problem(t).Errors) != 100 {
		t.Errorf("5000 unknown fields: answered %d with %d", reply.StatusCode, len(reply.problem(t).Errors))
	}
}

// TestRefuseUnknownWithoutFields wants that whoever knows no field at all refuses every one.
func TestRefuseUnknownWithoutFields(t *testing.T) {
	for method, want := range map[string]int{"POST": 400, "DELETE": 204} {
		app, _ := openApp(t, nil)
		server := serve(t, app, rt.Entry{Method: method, Path: "/", RefuseUnknown: true}, func(x *rt.Exec, e *rt.Endpoint[struct{}]) error {
			if _, err := e.Decode(x); err != nil {
				return err
			}
			return x.Empty(204)
		})
		for request, want := range map[string]int{"{}": 204, "": 204, `{"a":1}`: want} {
			if reply := call(t, method, server.URL, request, "Content-Type", "application/json"); reply.StatusCode != want {
				t.Errorf("%s %s: answered %d %s, want %d", method, request, reply.StatusCode, reply.text, want)
			}
		}
		if reply := call(t, method, server.URL+"/?a=1", ""); reply.StatusCode != http.StatusBadRequest {
			t.Errorf("%s with a query: answered %d %s, want 400", method, reply.StatusCode, reply.text)
		}
	}
}

func TestLists(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Tags *[]string `query:"tag"`
		IDs  []int64   `query:"id"`
	}]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(http.StatusOK, map[string]any{"tags": in.Tags, "ids": in.IDs})
	})
	for query, want := range map[string]string{
		"?id=1":                             `{"ids":[1],"tags":null}`,
		"?id=2&tag=b&id=1&tag=a":            `{"ids":[2,1],"tags":["b","a"]}`,
		"?id=1&tag=":                        `{"ids":[1],"tags":[""]}`,
		"?id=1&tag=a,b":                     `{"ids":[1],"tags":["a,b"]}`,
		"":                                  `"id":"is required"`,
		"?id=":                              `"id":"must be an int"`,
		"?id=1&id=x":                        `"id":"must be an int"`,
		"?id=1&tag=%ff":                     `"tag":"must be UTF-8"`,
		"?id=1&tag=a;b":                     `the query string is not valid`,
		"?id[]=1":                           `"id":"is required"`,
		"?" + strings.Repeat("id=7&", 2000): `[7,7,7`,
	} {
		if reply := call(t, "GET", server.URL+"/"+query, ""); !strings.Contains(reply.text, want) {
			t.Errorf("%.60s: answered %d %.200s, want %s", query, reply.StatusCode, reply.text, want)
		}
	}
}

func TestRefuseHead(t *testing.T) {
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	runs := 0
	get := func(x *rt.Exec, _ *rt.Endpoint[struct{}]) error {
		runs++
		return x.JSON(http.StatusOK, json.RawMessage(`{}`))
	}
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/a/{id}", RefuseHead: true, CORS: []string{"https://app.example.com"}}, get)
	register(t, app, mux, rt.Entry{Method: "PUT", Path: "/a/{name}"}, get)
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/b"}, get)
	url := newServer(t, app, mux)
	if reply := call(t, "HEAD", url+"/a/1", ""); reply.StatusCode != http.StatusMethodNotAllowed || reply.Header.Get("Allow") != "GET, OPTIONS, PUT" || runs != 0 {
		t.Errorf("HEAD answered %d, Allow %q, and ran %d times", reply.StatusCode, reply.Header.Get("Allow"), runs)
	}
	preflight := call(t, "OPTIONS", url+"/a/1", "", "Origin", "https://app.example.com", "Access-Control-Request-Method", "HEAD")
	if got := preflight.Header.Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("a preflight of HEAD allows %q", got)
	}
	for method, path := range map[string]string{"GET": "/a/1", "HEAD": "/b", "PUT": "/a/1"} {
		if reply := call(t, method, url+path, ""); reply.StatusCode != http.StatusOK {
			t.Errorf("%s %s answered %d", method, path, reply.StatusCode)
		}
	}
}

type uploadIn struct {
	Name    string  `json:"name"`
	Picture rt.File `json:"picture"`
}

// TestRefuseUnknownFiles refuses a file that no field is for, as it does a text.
func TestRefuseUnknownFiles(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/{$}", RefuseUnknown: true}, func(x *rt.Exec, e *rt.Endpoint[uploadIn]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.Empty(http.StatusNoContent)
	})
	for _, tt := range []struct {
		more  string // name of a part beside those that are wanted
		wrong map[string]string
	}{
		{"", nil},
		{`name="admin"`, map[string]string{"admin": "is not known"}},
		{`name="script"; filename="a.sh"`, map[string]string{"script": "is not known"}},
	} {
		var body strings.Builder
		for _, name := range []string{`name="name"`, `name="picture"; filename="a.png"`, tt.more} {
			if name != "" {
				fmt.Fprintf(&body, "--x\r\nContent-Disposition: form-data; %s\r\n\r\nabc\r\n", name)
			}
		}
		body.WriteString("--x--\r\n")
		reply := call(t, "POST", server.URL+"/", body.String(), "Content-Type", "multipart/form-data; boundary=x")
		if tt.wrong == nil && reply.StatusCode == http.StatusNoContent {
			continue
		}
		if reply.StatusCode != http.StatusBadRequest || !maps.Equal(reply.problem(t).Errors, tt.wrong) {
			t.Errorf("%q is answered %d %s, want 400 %v", tt.more, reply.StatusCode, reply.text, tt.wrong)
		}
	}
}
