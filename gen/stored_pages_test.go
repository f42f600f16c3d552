package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestStoredPages wants it told where what callers have stored is answered as what they have said it is: a page of theirs would run as one
// of this site.
func TestStoredPages(t *testing.T) {
	const (
		tables = "CREATE TABLE files (id INTEGER PRIMARY KEY, data BLOB NOT NULL, kind TEXT NOT NULL, owner TEXT);\n"
		upload = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
			`"data": {"type": "bytes", "required": true}, "kind": {"type": "string", "required": true VALIDATE}}}
			put sql {"sqlQuery": "INSERT INTO files (data, kind) VALUES ({{data}}, {{kind}})"}
			in -> put -> ok`
		checked = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
			`"data": {"type": "bytes", "required": true}, "kind": {"type": "string", "required": true}}}
			image condition {"conditionExpression": "startsWith(kind, 'image/')"}
			put sql {"sqlQuery": "INSERT INTO files (data, kind) VALUES ({{data}}, {{kind}})"}
			no response {"responseStatus": 400}
			in -> image
			image:true -> put -> ok
			image:false -> no`
		fixed = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
			`"data": {"type": "bytes", "required": true}, "kind": {"type": "string", "required": true}}}
			put sql {"sqlQuery": "INSERT INTO files (data, kind, owner) VALUES ({{data}}, 'image/png', {{kind}})"}
			in -> put -> ok`
		show = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"id": {"type": "int", "required": true}}}
			file sql {"sqlMode": "one", "sqlQuery": "SELECT data, kind AS type FROM files WHERE id = {{id}}"}
			show response {"responseStatus": 200, "responseHeaders": {"Content-Type": "{{file.type}}" MORE}, "responseBody": "{{file.data}}" DOWNLOAD}
			none response {"responseStatus": 404}
			in -> file -> show
			file:notFound -> none`
	)
	const page = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"id": {"type": "int", "required": true}}}
			file sql {"sqlMode": "one", "sqlQuery": "SELECT data FROM files WHERE id = {{id}}"}
			show response {"responseStatus": 200, "responseContentType": "TYPE", "responseBody": "{{file.data}}"}
			none response {"responseStatus": 404}
			in -> file -> show
			file:notFound -> none`
	const guarded = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {` +
		`"data": {"type": "bytes", "required": true}, "kind": {"type": "string", "required": true}}}
			who auth {"authType": "jwt"}
			put sql {"sqlQuery": "INSERT INTO files (data, kind) VALUES ({{data}}, {{kind}})"}
			no response {"responseStatus": 401}
			in -> who
			who:valid -> put -> ok
			who:invalid -> no`
	as := func(kind string) string { return strings.Replace(page, "TYPE", kind, 1) }
	pages := []string{"FC408 show: this returns what callers stored as a page of this site"}
	found := []string{"FC408 show: this returns as a page of this site what callers stored with a type of their choice"}
	with := func(drawing, validate, header, download string) string {
		return strings.NewReplacer(" VALIDATE", validate, " MORE", header, " DOWNLOAD", download).Replace(drawing)
	}
	for name, c := range map[string]struct {
		want     []string
		drawings []string
	}{
		"any type":             {found, []string{with(upload, "", "", ""), with(show, "", "", "")}},
		"a type with rules":    {found, []string{with(upload, `, "validate": "max=40"`, "", ""), with(show, "", "", "")}},
		"one of some types":    {nil, []string{with(upload, `, "validate": "oneof=image/png image/jpeg"`, "", ""), with(show, "", "", "")}},
		"one that is a page":   {found, []string{with(upload, `, "validate": "oneof=image/png image/svg+xml"`, "", ""), with(show, "", "", "")}},
		"asked for before":     {nil, []string{checked, with(show, "", "", "")}},
		"a type of ours":       {nil, []string{fixed, with(show, "", "", "")}},
		"saved":                {nil, []string{with(upload, "", "", ""), with(show, "", "", `, "responseDownload": "a.bin"`)}},
		"saved by a header":    {nil, []string{with(upload, "", "", ""), with(show, "", `, "content-disposition": "attachment"`, "")}},
		"in a sandbox":         {nil, []string{with(upload, "", "", ""), with(show, "", `, "Content-Security-Policy": "sandbox"`, "")}},
		"a page of anybody":    {pages, []string{with(upload, "", "", ""), as("text/html")}},
		"a drawing of anybody": {pages, []string{with(upload, "", "", ""), as("image/svg+xml")}},
		"a picture":            {nil, []string{with(upload, "", "", ""), as("image/png")}},
		"a page of an author":  {nil, []string{guarded, as("text/html")}},
		"a type of an author":  {found, []string{guarded, with(show, "", "", "")}},
		"nobody stores it":     {nil, []string{with(show, "", "", "")}},
	} {
		t.Run(name, func(t *testing.T) {
			f := folderDrawn(t, c.drawings...)
			f.Schema = diag.NewFile("schema.sql", []byte(shop+tables))
			got := told(gen.Lint(f))
			if len(got) != len(c.want) || len(got) > 0 && !strings.HasPrefix(got[0], c.want[0]) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
