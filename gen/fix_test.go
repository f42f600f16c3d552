package gen_test

import (
	"bytes"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// FuzzFix mutates documents that people might write. Mending ends, makes nothing worse, and has nothing to mend or to
// format in what it has written.
func FuzzFix(f *testing.F) {
	for _, seed := range []string{
		`"endpointTimeOut": "15 min"`, `"endpointFields": {"a": {"type": "string", "requred": true}}`,
		`"endpointTimeout": "1 hour", "lable": 1, "nme": "x"`, `"endpointTimeout": "90SEC"`,
	} {
		f.Add(seed, `{"a": "{{b}}", "c": "{{or(d, 1)}}"}`)
	}
	f.Add("\"en`pointFields\": {\"a\": {\"type\": \"string\"}}", `{"a": "{{b}}"}`) // two fixes that would both give it endpointFields
	f.Fuzz(func(t *testing.T, data, body string) {
		folder := folderOf("fixed", fixable(data, body))
		before := gen.Lint(folder)
		changes, mended, err := gen.Fix([]*gen.Folder{folder}, 0, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range mended {
			if diag.FindCode(d.Code.Name) == nil {
				t.Errorf("%q is mended, of the unknown rule %q", d.Message, d.Code)
			}
		}
		if len(changes) == 0 {
			return
		}
		fixed := folderOf("fixed", changes[0].Want)
		if after := gen.Lint(fixed); len(after) > len(before) {
			t.Errorf("%d diagnostics became\n%s", len(before), text(after))
		}
		again, mended, err := gen.Fix([]*gen.Folder{fixed}, 0, func(string) bool { return true })
		if err != nil || len(again) > 0 || len(mended) > 0 {
			t.Errorf("fixing again mends %d (%v):\n%s", len(mended), err, bytes.Join(wanted(again), nil))
		}
	})
}

// fixable is a document that begins with data and answers with body, behind a guard.
func fixable(data, body string) []byte {
	d := &document{name: "fixed"}
	d.node("in", "apiEndpoint", `{"endpointMethod": "POST", "endpointPath": "/", `+data+`}`)
	d.node("who", "auth", `{}`)
	d.node("ok", "response", `{"responseStatus": 200, "responseBody": `+body+`}`)
	d.node("no", "response", `{"responseStatus": 401}`)
	d.wire("in", "", "who")
	d.wire("who", "valid", "ok")
	d.wire("who", "invalid", "no")
	return d.bytes()
}

func wanted(changes []gen.Change) [][]byte {
	var texts [][]byte
	for _, c := range changes {
		texts = append(texts, c.Want)
	}
	return texts
}

// TestFixOfWhatIsNotJSON leaves it as it is.
func TestFixOfWhatIsNotJSON(t *testing.T) {
	for _, src := range []string{"", "{", "[]", `{"version": 2}`, "\xff\xfe", `{"version": 1, "id": "b2o3u4n5d6a7b2o3u4n5", "nodes": {}, "edges": 1}`} {
		folder := folderOf("broken", []byte(src))
		folder.Documents = append(folder.Documents, diag.NewFile("empty.flow.json", nil))
		if _, mended, err := gen.Fix([]*gen.Folder{folder}, 0, func(string) bool { return true }); err != nil || len(mended) > 0 {
			t.Errorf("%q: %d are mended, error %v", src, len(mended), err)
		}
	}
}
