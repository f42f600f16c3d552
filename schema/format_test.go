package schema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema"
)

func TestFormat(t *testing.T) {
	long := strings.Repeat("é", 150)
	tests := []struct{ name, src, want string }{
		{"order and lines", "\ufeff" + `{"x-b":1,"edges":[{"target":"b","animated":true,"source":"a","sourceHandle":"valid"}],
"nodes":[{"data":{"z":1,"a":[1,{}]},"selected":false,"position":{"y":2.50,"x":1e3},"type":"set","id":"a"},{"id":"b"}],
"lint":{},"name":"n","viewport":{"zoom":1},"id":"i","version":1,"$schema":"s","description":"\u00e9\/"}`, `{
  "$schema": "s",
  "version": 1,
  "id": "i",
  "name": "n",
  "description": "\u00e9\/",
  "nodes": [
    {"id": "a", "type": "set", "position": {"y": 2.50, "x": 1e3}, "data": {"z": 1, "a": [1, {}]}, "selected": false},
    {"id": "b"}
  ],
  "edges": [
    {"source": "a", "sourceHandle": "valid", "target": "b", "animated": true}
  ],
  "lint": {},
  "x-b": 1,
  "viewport": {"zoom": 1}
}
`},
		{"nothing in it", "{\"nodes\":[],\r\n\"edges\" : [\t]}", "{\n  \"nodes\": [],\n  \"edges\": []\n}\n"},
		{"a line that is full", `{"nodes": ["` + long + `xx",{"id":"` + long + `"}]}`,
			"{\n  \"nodes\": [\n    \"" + long + "xx\",\n    {\n      \"id\": \"" + long + "\"\n    }\n  ]\n}\n"},
		{"as long as a line may be", `{"nodes": [{"id":"` + long[:2*146] + `"}]}`, "{\n  \"nodes\": [\n    {\"id\": \"" + long[:2*146] + "\"}\n  ]\n}\n"},
		{"one character longer", `{"nodes": [{"id":"` + long[:2*146] + `."}]}`, "{\n  \"nodes\": [\n    {\n      \"id\": \"" + long[:2*146] + ".\"\n    }\n  ]\n}\n"},
		{"keys twice", `{"id": 1, "a": 2, "id": 3, "a": 4}`, "{\n  \"id\": 1,\n  \"id\": 3,\n  \"a\": 2,\n  \"a\": 4\n}\n"},
		{"not a document", ` [1,"a"] `, "[\n  1,\n  \"a\"\n]\n"},
		{"text", `"a"`, "\"a\"\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := schema.Format([]byte(test.src))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := schema.Format(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("formatted again, it is %s, %v", again, err)
			}
		})
	}
}

func TestFormatMovesOneLineForOneNode(t *testing.T) {
	before, err := schema.Format(loginDocument(t))
	if err != nil {
		t.Fatal(err)
	}
	moved := strings.Replace(string(before), `{"x": 240, "y": 0}`, `{"x": 250, "y": -7}`, 1)
	after, err := schema.Format([]byte(moved))
	if err != nil || string(after) != moved {
		t.Errorf("a node that moved changes more than its line: %v\n%s", err, after)
	}
}

func TestFormatRefuses(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"what is not JSON", "{\n \"a\": }", "format: not JSON at 2:7: invalid character '}' at start of value"},
		{"what is nested too deep", strings.Repeat("[", 200), "format: not JSON at 1:129: nested too deep: want at most 128 levels"},
		{"what would grow beyond the limit", strings.Repeat("[", 127) + "[" + strings.Repeat("1,", 1<<17) + "1" + strings.Repeat("]", 128), "format: more than 16777216 bytes once indented"},
	}
	for _, test := range tests {
		got, err := schema.Format([]byte(test.src))
		if got != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s: got %d bytes and error %v, want %s", test.name, len(got), err, test.want)
		}
	}
}
