package golden_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func everything(string) bool { return true }

// fixed returns a folder as `flowc fix -w` leaves it, and what was mended in it.
func fixed(t *testing.T, files fileSet) (fileSet, diag.List) {
	t.Helper()
	changes, mended, err := gen.Fix([]*gen.Folder{files.folder()}, 0, everything)
	if err != nil {
		t.Fatal(err)
	}
	after := fileSet{}
	for name, text := range files {
		after[name] = text
	}
	for _, c := range changes {
		if string(c.Have) != string(files[c.Name]) {
			t.Errorf("%s is said to have been\n%s", c.Name, c.Have)
		}
		after[c.Name] = c.Want
	}
	return after, mended
}

// TestFix fixes every case of golden/lint: what is mended is not found again, nothing new is, a second run changes
// nothing, and where the folder compiled before, the Go stays what it was.
func TestFix(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range archives(t, "lint") {
		t.Run(caseName(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			before := below(archive, "bad/")
			after, mended := fixed(t, before)
			had, left := gen.Lint(before.folder()), gen.Lint(after.folder())
			if len(left)+len(mended) > len(had) {
				t.Errorf("%d of %d mistakes are mended, and left are:\n%s", len(mended), len(had), text(left))
			}
			for _, d := range mended {
				seen[d.Code.Name] = true
				if slices.ContainsFunc(left, func(l diag.Diagnostic) bool { return l.Message == d.Message }) {
					t.Errorf("%q is mended, and found again", d.Message)
				}
			}
			if again, mended := fixed(t, after); len(mended) > 0 || cmp.Diff(after, again) != "" {
				t.Errorf("fixing again changes:\n%s", cmp.Diff(after, again))
			}
			if !had.HasErrors() && !left.HasErrors() {
				sameGo(t, before, after)
			}
		})
	}
	for _, code := range []string{"FC202", "FC203", "FC206", "FC212", "FC502"} {
		if !seen[code] {
			t.Errorf("no case shows how %s is mended", code)
		}
	}
}

func sameGo(t *testing.T, before, after fileSet) {
	t.Helper()
	want, _ := compile(t, before)
	got, _ := compile(t, after)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the Go changes:\n%s", diff)
	}
}

// TestFixLeavesGoodFoldersAlone wants nothing to mend in a project.
func TestFixLeavesGoodFoldersAlone(t *testing.T) {
	for _, c := range folders(t, "apps") {
		changes, mended, err := gen.Fix([]*gen.Folder{c.files.folder()}, 0, everything)
		if err != nil || len(changes) > 0 || len(mended) > 0 {
			t.Errorf("%s: %d changes, %d mended, error %v", c.name, len(changes), len(mended), err)
		}
	}
}

// TestFixText shows what becomes of mistakes, and what is left to people.
func TestFixText(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"two mistakes in one", `"endpointTimeOut": "15 min"`, `"endpointTimeout": "15m"`},
		{"a key of a declaration", `"endpointFields": {"a": {"type": "string", "requred": true}}`, `"endpointFields": {"a": {"type": "string", "required": true}}`},
		{"escapes", `"endpointTime\u006fut": "1\u0020hour"`, `"endpointTime\u006fut": "1h"`},
		{"the right key is there too", `"endpointTimeOut": "1m", "endpointTimeout": "2m"`, `"endpointTimeOut": "1m", "endpointTimeout": "2m"`},
		{"no unit", `"endpointTimeout": "15"`, `"endpointTimeout": "15"`},
		{"too far off", `"endpointTmeot": "15m"`, `"endpointTmeot": "15m"`},
	} {
		document := func(data string) string {
			return strings.Replace(greet("null"), `"endpointPath": "/"`, `"endpointPath": "/", `+data, 1)
		}
		after, _ := fixed(t, fileSet{"greeting.flow.json": []byte(document(test.data))})
		if diff := cmp.Diff(formatted(t, []byte(document(test.want))), formatted(t, after["greeting.flow.json"])); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
		if !strings.Contains(string(after["greeting.flow.json"]), test.want) {
			t.Errorf("%s: no %s in\n%s", test.name, test.want, after["greeting.flow.json"])
		}
	}
}

func formatted(t *testing.T, document []byte) string {
	t.Helper()
	text, err := schema.Format(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFixLeavesTheFormOfOthers changes nothing in a document without a mistake, however a canvas writes it.
func TestFixLeavesTheFormOfOthers(t *testing.T) {
	good := strings.Replace(greet("null"), `"endpointPath": "/"`, `"endpointPath":    "/"`, 1)
	changes, mended, err := gen.Fix([]*gen.Folder{fileSet{"greeting.flow.json": []byte(good)}.folder()}, 0, everything)
	if err != nil || len(changes) > 0 || len(mended) > 0 {
		t.Errorf("%d changes, %d mended, error %v", len(changes), len(mended), err)
	}
}

// TestFixOfCopies keeps the id of the file whose name the others were made of.
func TestFixOfCopies(t *testing.T) {
	for _, test := range []struct {
		names []string
		keeps string
	}{
		{[]string{"login", "login-2"}, "login"},
		{[]string{"copy-of-login", "login"}, "login"},
		{[]string{"a-login-b", "copy-of-login", "login", "login-2"}, "login"},
		{[]string{"orders", "login"}, "login"},
	} {
		files := fileSet{}
		for _, name := range test.names {
			text := strings.Replace(greet("null"), `"name": "greeting"`, `"name": "`+name+`"`, 1)
			files[name+".flow.json"] = []byte(strings.Replace(text, `"endpointPath": "/"`, `"endpointPath": "/`+name+`"`, 1))
		}
		after, mended := fixed(t, files)
		if len(mended) != len(test.names)-1 || len(gen.Lint(after.folder())) > 0 {
			t.Errorf("%v: %d are mended, left are\n%s", test.names, len(mended), text(gen.Lint(after.folder())))
		}
		for _, name := range test.names {
			kept := strings.Contains(string(after[name+".flow.json"]), "p2o3s4i5t6i7o2n3p4o5s6i7t2")
			if kept != (name == test.keeps) {
				t.Errorf("%v: %s keeps its id: %v", test.names, name, kept)
			}
		}
	}
}

// TestFixTouchesOnlyWhatItMay changes one document of a folder where that is all that was asked for.
func TestFixTouchesOnlyWhatItMay(t *testing.T) {
	mistake := strings.Replace(greet("null"), `"endpointPath": "/"`, `"endpointPath": "/", "endpointTimeout": "15 min"`, 1)
	files := fileSet{"a.flow.json": []byte(mistake), "b.flow.json": []byte(mistake)}
	changes, mended, err := gen.Fix([]*gen.Folder{files.folder()}, 0, func(name string) bool { return path.Base(name) == "b.flow.json" })
	if err != nil || len(changes) != 1 || changes[0].Name != "b.flow.json" {
		t.Fatalf("%d changes, error %v", len(changes), err)
	}
	for _, d := range mended {
		if d.File.Name != "b.flow.json" {
			t.Errorf("%s of %s is mended", d.Code, d.File.Name)
		}
	}
}
