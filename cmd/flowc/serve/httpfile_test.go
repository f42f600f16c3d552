package serve

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// uploads are the routes of golden/requests, and the form of the one that takes files.
func uploads(t *testing.T) ([]Route, Kept) {
	t.Helper()
	programs, err := Programs([]string{"../../../golden/requests"}, EveryFolder)
	if err != nil {
		t.Fatal(err)
	}
	routes := RoutesOf(programs)
	i := slices.IndexFunc(routes, func(r Route) bool { return r.Path == "/upload" })
	return routes, Kept{Name: "a photo", Entry: routes[i].Flow.Entry.ID.Value, Form: routes[i].Form()}
}

// TestPartsAreKept writes a request with files as its parts, and reads them again as they were.
func TestPartsAreKept(t *testing.T) {
	routes, kept := uploads(t)
	for name, value := range map[string]any{
		"photo": "two\nlines of --flowc\n\n", "thumb": "", "title": "# 7 <b>", "count": 7.0, "tags": []any{"a", "{{b}}"},
	} {
		i := slices.IndexFunc(kept.Form.Fields, func(f Blank) bool { return f.Name == name })
		kept.Form.Fields[i].Example = value
	}
	text := string(File{Requests: []Kept{kept}}.Write("http://127.0.0.1:1"))
	for _, want := range []string{
		"Content-Type: multipart/form-data; boundary=flowc1\n\n--flowc1\n", "\n--flowc1--\n",
		"Content-Disposition: form-data; name=\"photo\"; filename=\"hello.txt\"\n\ntwo\nlines of --flowc\n\n\n--flowc1\n",
		"Content-Disposition: form-data; name=\"tags\"\n\na\n", "Content-Disposition: form-data; name=\"tags\"\n\n{{b}}\n", "name=\"count\"\n\n7\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	read := ReadHTTP(text, routes)
	if len(read.Requests) != 1 || !reflect.DeepEqual(read.Requests[0].Form, kept.Form) {
		t.Errorf("read again: %+v\nwant %+v\n%s", read.Requests, kept.Form, text)
	}
	if again := string(read.Write("http://127.0.0.1:1")); again != text {
		t.Errorf("written again it is\n%s\nbefore\n%s", again, text)
	}
}

// TestPartsThatStay leaves a request as it is that a form does not hold, and writes a name for what a file of requests can't.
func TestPartsThatStay(t *testing.T) {
	routes, kept := uploads(t)
	for _, part := range []string{
		"Content-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\n\nx",
		"Content-Disposition: form-data; name=\"photo\"; filename=\"hello.txt\"\nContent-Type: image/png\n\nx",
		"Content-Disposition: form-data; name=\"photo\"; filename=\"hello.txt\"\n\n< ./a.png",
		"Content-Disposition: form-data; name=\"other\"\n\nx",
		"Content-Disposition: form-data; name=\"title\"\n\nx\n--x\nContent-Disposition: form-data; name=\"title\"\n\ny",
	} {
		text := "### theirs\nPOST {{base}}/upload\nContent-Type: multipart/form-data; boundary=x\n\n--x\n" + part + "\n--x--\n"
		read := ReadHTTP(text, routes)
		if len(read.Requests) != 1 || !read.Requests[0].Raw() || !strings.Contains(string(read.Write("")), strings.TrimSpace(text)) {
			t.Errorf("it does not stay as it is:\n%s\n%+v", text, read.Requests)
		}
	}
	for _, content := range []string{"a\n### no other request", "###", "< ./secret"} {
		kept.Form.Fields[slices.IndexFunc(kept.Form.Fields, func(f Blank) bool { return f.Name == "photo" })].Example = content
		text := string(File{Requests: []Kept{kept}}.Write(""))
		if read := ReadHTTP(text, routes); len(read.Requests) != 1 || read.Requests[0].Raw() || !strings.Contains(text, "\n\n{{photo}}\n") {
			t.Errorf("%q is written as\n%s\nand read as %s", content, text, fmt.Sprint(read.Requests))
		}
	}
}

// FuzzReadHTTP reads any file of requests: what is written of it reads as the same.
func FuzzReadHTTP(f *testing.F) {
	var routes []Route
	for _, dir := range []string{"../../../golden/apps/todo", "../../../golden/requests"} {
		programs, err := Programs([]string{dir}, EveryFolder)
		if err != nil {
			f.Fatal(err)
		}
		routes = append(routes, RoutesOf(programs)...)
	}
	f.Add("### a\n# @entry in\nPOST {{base}}/todos?x=1\nAuthorization: Bearer {{token}}\n\n{\"title\": \"x\"}\n")
	f.Add("### b\nGET http://x/todos HTTP/1.1\n###\n\n### c\nDELETE {{base}}/todos/%zz\nCookie: a=b; c\n\n{")
	f.Add("@base = x\n###")
	f.Add("### u\nPOST /upload\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name=\"photo\"; filename=\"hello.txt\"\n\nhi\n--x--\n")
	f.Add("// ours\n@base = http://127.0.0.1:9\n### a\n// why\n# @entry in\n# and when\nGET /todos\n# between\nA: b\n")
	f.Add("###0\r")
	f.Add("###\r\r\n0")
	f.Add(" ###")
	f.Fuzz(func(t *testing.T, text string) {
		file := ReadHTTP(text, routes)
		once := file.Write("http://127.0.0.1:1")
		read := ReadHTTP(string(once), routes)
		if len(read.Requests) != len(file.Requests) {
			t.Fatalf("%d requests are written as %d:\n%s", len(file.Requests), len(read.Requests), once)
		}
		if again := read.Write("http://127.0.0.1:1"); string(again) != string(once) {
			t.Errorf("written again it is\n%s\nbefore\n%s", again, once)
		}
	})
}
