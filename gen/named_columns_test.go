package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestNamedByAnyColumn wants a takeover to be reported whatever columns are called, and however the key is spelled on
// its way: a key of the table whose hash another workflow verifies.
func TestNamedByAnyColumn(t *testing.T) {
	const (
		schema = `CREATE TABLE folk (%s INTEGER PRIMARY KEY, %s TEXT NOT NULL UNIQUE, %s TEXT NOT NULL, town TEXT);
			CREATE TABLE visits (pass_hash TEXT PRIMARY KEY, %[1]s INTEGER NOT NULL REFERENCES folk (%[1]s));`
		verifies = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			no response {"responseStatus": 401}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT ID, PROOF FROM folk WHERE NAME = {{who}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.PROOF}}"}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{u.ID}}"}}
			ok response {"responseStatus": 200, "responseBody": {"token": "{{j.token}}"}}
			in -> u -> h:valid -> j -> ok
			u:notFound -> no
			h:invalid -> no`
		anybody = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			no response {"responseStatus": 404}
			`
		signs = anybody + `u sql {"sqlMode": "one", "sqlQuery": "SELECT ID FROM folk WHERE WHERE_IT_IS"}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "SUB"}}
			ok response {"responseStatus": 200, "responseBody": {"token": "{{j.token}}"}}
			in -> u -> j -> ok
			u:notFound -> no`
		opens = anybody + `u sql {"sqlMode": "one", "sqlQuery": "SELECT ID FROM folk WHERE NAME = {{who}}"}
			t set {"setValues": {"token": "{{randomToken(32)}}"}}
			j sql {"sqlQuery": "INSERT INTO visits (pass_hash, ID) VALUES ({{sha256(t.token)}}, {{u.ID}})"}
			ok response {"responseStatus": 200, "responseBody": {"token": "{{t.token}}"}}
			in -> u -> t -> j -> ok
			u:notFound -> no`
		looks = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
			no response {"responseStatus": 401}
			v sql {"sqlMode": "one", "sqlQuery": "SELECT ID FROM visits WHERE pass_hash = {{sha256(or(request.cookies['v'], ''))}}"}
			ok response {"responseStatus": 200}
			in -> v -> ok
			v:notFound -> no`
		resets = anybody + `h hash {"hashMode": "hash", "hashInput": "{{password}}"}
			j sql {"sqlQuery": "UPDATE folk SET PROOF = {{h.hash}} WHERE WHERE_IT_IS"}
			in -> h -> j -> ok`
		moves = anybody + `j sql {"sqlQuery": "UPDATE folk SET NAME = {{next}} WHERE WHERE_IT_IS"}
			j:conflict -> no
			in -> j -> ok`
		town = anybody + `j sql {"sqlQuery": "UPDATE folk SET town = {{next}} WHERE WHERE_IT_IS"}
			in -> j -> ok`
	)
	for _, columns := range [][]string{
		{"id", "email", "password_hash"}, {"person", "gamer_tag", "proof"}, {"k", "x1", "x2"}, {"n", "voucher", "check_value"},
	} {
		words := strings.NewReplacer("ID", columns[0], "NAME", columns[1], "PROOF", columns[2])
		for _, c := range []struct{ name, drawing, found, sub, want string }{
			{"signs", signs, "NAME = {{who}}", "{{u.ID}}", "signs a token"},
			{"joins nothing to it", signs, "NAME = {{who + ''}}", "{{string(u.ID) + ''}}", "signs a token"},
			{"writes something before it", signs, "NAME = {{who}}", "u{{u.ID}}", "signs a token"},
			{"folds it", signs, "lower(NAME) = lower({{trim(who)}})", "{{string(u.ID)}}", "signs a token"},
			{"asks for one of two", signs, "NAME = {{who}} OR NAME = {{lower(who)}}", "{{u.ID}}", "signs a token"},
			{"opens", opens, "", "", "opens a session"},
			{"resets", resets, "NAME = {{who}}", "", "sets the password"},
			{"resets by a number", resets, "ID = {{int(who)}}", "", "sets the password"},
			{"moves", moves, "NAME = {{who}}", "", "sets the " + columns[1]},
			{"writes what lets nobody in", town, "NAME = {{who}}", "", ""},
			{"asks for a random value", signs, "NAME = {{who}} AND town = {{sha256(who)}}", "{{u.ID}}", ""},
		} {
			t.Run(strings.Join(columns, " ")+": "+c.name, func(t *testing.T) {
				drawing := strings.NewReplacer("WHERE_IT_IS", c.found, "SUB", c.sub).Replace(c.drawing)
				f := folderDrawn(t, words.Replace(verifies), words.Replace(drawing), words.Replace(looks))
				f.Schema = diag.NewFile("schema.sql", fmt.Appendf(nil, schema, columns[0], columns[1], columns[2]))
				list := gen.Lint(f)
				if list.HasErrors() {
					t.Fatal(told(list))
				}
				got := told(slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Code.Name != diag.FC419.Name }))
				if len(got) != min(len(c.want), 1) || c.want != "" && !strings.Contains(got[0], c.want) {
					t.Errorf("found %q, want %q", got, c.want)
				}
			})
		}
	}
}
