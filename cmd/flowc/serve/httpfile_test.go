package serve

import "testing"

// FuzzReadHTTP reads any file of requests: what is written of it reads as the same.
func FuzzReadHTTP(f *testing.F) {
	programs, err := Programs("../../../golden/apps/todo", EveryFolder)
	if err != nil {
		f.Fatal(err)
	}
	routes := RoutesOf(programs)
	f.Add("### a\n# @entry in\nPOST {{base}}/todos?x=1\nAuthorization: Bearer {{token}}\n\n{\"title\": \"x\"}\n")
	f.Add("### b\nGET http://x/todos HTTP/1.1\n###\n\n### c\nDELETE {{base}}/todos/%zz\nCookie: a=b; c\n\n{")
	f.Add("@base = x\n###")
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
