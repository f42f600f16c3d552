package gen_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

const (
	stores = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
		row sql {"sqlMode": "one", "sqlQuery": "SELECT id, nick, password_hash FROM users WHERE email = {{email}}"}
		none response {"responseStatus": 404}
		keep localStorage {"storageOperation": "set", "storageKey": "user:{{email}}", "storageTtl": "1d", "storageValue": {"id": "{{row.id}}", "nick": "{{row.nick}}", "all": ["{{row.id}}"], "of": {"hash": "{{row.password_hash}}"}}}
		in -> row -> keep -> ok
		row:notFound -> none`
	storesResult = `work code {"codeFunction": "work", "codeInput": {"text": "x", "maybe": null}}
		keep localStorage {"storageOperation": "set", "storageKey": "work", "storageTtl": "1d", "storageValue": "{{work}}"}
		in -> work -> keep -> ok`
	passesOn = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/pass/{who}", "endpointPublic": true}
		get localStorage {"storageOperation": "get", "storageKey": "user:{{who}}"}
		on localStorage {"storageOperation": "set", "storageKey": "passed", "storageTtl": "1d", "storageValue": "{{get.value}}"}
		in -> get
		get:found -> on -> ok
		get:missing -> ok`
	growing = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/grow", "endpointPublic": true}
		get localStorage {"storageOperation": "get", "storageKey": "grown"}
		on localStorage {"storageOperation": "set", "storageKey": "grown", "storageTtl": "1d", "storageValue": {"before": "{{get.value}}"}}
		in -> get
		get:found -> on -> ok
		get:missing -> ok`
)

// reads is a workflow that answers with a value, as an expression makes it of what is stored under a key.
func reads(key, expression string) string {
	return `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/reads/{who}", "endpointPublic": true}
		get localStorage {"storageOperation": "get", "storageKey": "` + key + `"}
		ok response {"responseStatus": 200, "responseBody": {"x": "{{` + expression + `}}"}}
		none response {"responseStatus": 404}
		in -> get
		get:found -> ok
		get:missing -> none`
}

// TestFoldersShareWhatIsStored finds in workflows that are folders of their own what is found in them as one folder: they
// share the types and the labels of what is stored, keys, routes and ids. Those without mistakes compile.
func TestFoldersShareWhatIsStored(t *testing.T) {
	for name, drawings := range map[string][]string{
		"a column":               {stores, reads("user:{{who}}", "get.value.id + 1")},
		"of another type":        {stores, reads("user:{{who}}", "get.value.id + 'a'")},
		"a field that is not":    {stores, reads("user:{{who}}", "get.value.idd")},
		"null":                   {stores, reads("user:{{who}}", "upper(get.value.nick)")},
		"a list":                 {stores, reads("user:{{who}}", "get.value.all[0] + 1")},
		"a hash":                 {stores, reads("user:{{who}}", "get.value.of.hash")},
		"all of it":              {stores, reads("user:{{who}}", "get.value")},
		"a function's result":    {storesResult, reads("work", "upper(get.value.text)")},
		"its secret":             {storesResult, reads("work", "get.value.hidden")},
		"what is passed on":      {stores, passesOn, reads("passed", "get.value.id + 1")},
		"its hash":               {stores, passesOn, reads("passed", "get.value.of.hash")},
		"what holds itself":      {growing, reads("grown", "string(get.value.before.before.x)")},
		"two types":              {stores, strings.Replace(stores, `"{{row.nick}}"`, "1", 1), reads("user:{{who}}", "get.value.id")},
		"one type, two hashes":   {stores, strings.Replace(stores, `"id": "{{row.id}}"`, `"id": "{{len(row.password_hash)}}"`, 1), reads("user:{{who}}", "get.value.id")},
		"a counter":              {reads("work", "get.value"), `n localStorage {"storageOperation": "increment", "storageKey": "work", "storageTtl": "1m"}` + "\nin -> n -> ok"},
		"a prefix":               {storesResult, strings.ReplaceAll(stores, "user:", "work:{{email}}:"), reads("work", "get.value.text")},
		"nobody stores it":       {reads("work", "get.value.text")},
		"who stores is mistaken": {strings.Replace(stores, "{{row.nick}}", "{{rw.nick}}", 1), reads("user:{{who}}", "get.value.nick + 1")},
	} {
		t.Run(name, func(t *testing.T) {
			one := folderDrawn(t, drawings...)
			apart := make([]*gen.Folder, len(drawings))
			for i := range drawings {
				folder := *one
				folder.Documents = one.Documents[i : i+1]
				apart[i] = &folder
			}
			want := told(gen.Lint(one))
			found := analysed(t, apart)
			if got := told(found.Sorted()); !slices.Equal(got, want) {
				t.Errorf("found\n  %s\nas one folder\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		})
	}
}

// analysed is what is found in the folders of a project. They become Go where there are no errors.
func analysed(t *testing.T, folders []*gen.Folder) diag.List {
	t.Helper()
	var list diag.List
	for _, a := range gen.Analyse(folders) {
		list.Add(a.Found...)
		if a.Found.HasErrors() || len(a.Unsure) > 0 {
			continue
		}
		files, err := a.Files(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			checkGo(t, file)
			if strings.Contains(string(file.Content), "interface{}") {
				t.Errorf("something is of no type:\n%s", file.Content)
			}
		}
	}
	return list
}

// TestStoredPassedOnByMany reads what more workflows pass on than the type of one value may change times: it is known all the same.
func TestStoredPassedOnByMany(t *testing.T) {
	const many = 12
	drawings := []string{stores}
	from := "user:{{who}}"
	for i := range many {
		to := fmt.Sprintf("passed%d", i)
		drawings = append(drawings, strings.NewReplacer("user:{{who}}", from, `"passed"`, strconv.Quote(to), "/pass/", "/"+to+"/").Replace(passesOn))
		from = to
	}
	drawings = append(drawings, reads(from, "get.value.idd"))
	var missing []string
	for _, d := range gen.Lint(folderDrawn(t, drawings...)) {
		if d.Code == diag.FC204 {
			missing = append(missing, d.Message)
		}
	}
	if want := []string{`"get.value" has no field "idd", it has all, id, nick, of`}; !slices.Equal(missing, want) {
		t.Errorf("got %q, want %q", missing, want)
	}
}

// TestFoldersClash wants what two folders are at odds about to be found in both.
func TestFoldersClash(t *testing.T) {
	tool := func(name string) string {
		return `in mcpTool {"mcpName": "` + name + `", "mcpDescription": "x"}` + "\nin -> ok"
	}
	at := func(path string) string {
		return `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "` + path + `"}` + "\nin -> ok"
	}
	for name, c := range map[string]struct{ a, b, want string }{
		"routes":              {at("/a/{x}"), at("/a/{y}"), "FC501"},
		"names of tools":      {tool("x"), tool("x"), "FC501"},
		"keys":                {stores, reads("user:a:{{who}}", "1"), "FC503"},
		"nothing":             {tool("x"), tool("y"), ""},
		"names of Go structs": {stores, stores, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := folderDrawn(t, c.a), folderDrawn(t, at("/first"), c.b)
			b.Documents = b.Documents[1:]
			if name == "names of Go structs" {
				b.Documents[0] = diag.NewFile("b/drawn.flow.json", []byte(strings.Replace(string(b.Documents[0].Src), "drawn2", "drawn", 1)))
			}
			for i, got := range gen.Analyse([]*gen.Folder{a, b}) {
				want := strings.Fields(c.want)
				if codes := codesOf(got.Found); !slices.Equal(codes, want) {
					t.Errorf("in folder %d %v is found, want %v", i, codes, want)
				}
			}
		})
	}
}

func codesOf(list diag.List) []string {
	var codes []string
	for _, d := range list {
		if d.Code != diag.FC404 {
			codes = append(codes, d.Code.Name)
		}
	}
	return codes
}
