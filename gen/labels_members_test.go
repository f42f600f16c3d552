package gen_test

import (
	"maps"
	"slices"
	"testing"
)

// members is a workflow with objects in all that holds one; what is hashed of them is a password.
const members = `
	in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/users", "endpointPublic": true, "endpointFields": {%s"plain": {"type": "string", "required": true}, "pick": {"type": "int", "required": true}, "user": {"type": {"email": "string", "password": "string", "bio": "string"}, "required": true}, "deep": {"type": {"a": {"type": {"code": "string", "mail": "string"}, "required": true}}, "required": true}, "free": {"type": "any", "required": true}, "many": {"type": [{"word": "string", "mail": "string"}], "required": true}, "each": {"type": [{"word": "string", "mail": "string"}], "required": true}, "late": {"type": "any"}, "whole": {"type": {"word": "string", "mail": "string"}, "required": true}}}
	one hash {"hashMode": "hash", "hashInput": "{{or(named.them.a.code, '')}}"}
	two hash {"hashMode": "hash", "hashInput": "{{string(free.inner['key'])}}"}
	three hash {"hashMode": "hash", "hashInput": "{{or(first(map(many, or(item.word, ''))), '')}}"}
	four hash {"hashMode": "hash", "hashInput": "{{json(whole)}}"}
	five hash {"hashMode": "hash", "hashInput": "{{string(request.body.late[0].word)}}"}
	named set {"setValues": {"them": "{{deep}}", "made": {"pass": "{{user.password}}", "mail": "{{user.email}}"}, "free": "{{free}}"}}
	open api {"apiUrl": "https://example.com"}
	kept localStorage {"storageOperation": "set", "storageKey": "kept", "storageTtl": "1m", "storageValue": {"mail": "{{user.email}}", "token": "{{sha256(randomToken(32))}}", "any": "{{open.body.user}}"}}
	got localStorage {"storageOperation": "get", "storageKey": "kept"}
	gone response {"responseStatus": 404}
	work code {"codeFunction": "work", "codeInput": {"text": "{{plain}}", "maybe": null}}
	probe set {"setValues": {%s}}
	in -> named -> one -> two -> three -> four -> five -> open -> kept -> got:found -> work -> probe -> ok
	got:missing -> gone`

// TestLabelsAreOfMembers holds each member of an object to its own labels, whichever way it is named, and an object as
// a whole to those of all of them.
func TestLabelsAreOfMembers(t *testing.T) {
	sources := map[string]string{
		"user.password":           "password,caller",
		"user.email":              "caller",
		"user.bio":                "caller",
		"in.user.email":           "caller",
		"in['user']['email']":     "caller",
		"json(user)":              "password,caller",
		"json(in)":                "password,caller",
		"or(user, user).email":    "caller",
		"or(user, user).password": "password,caller",
		"deep.a.code":             "password,caller",
		"deep.a.mail":             "caller",
		"json(deep.a)":            "password,caller",
		"named.them.a.mail":       "caller",
		"named.them.a.code":       "password,caller",
		"named.made.pass":         "password,caller",
		"named.made.mail":         "caller",
		"when(plain == 'x', named.made, named.made).mail": "caller",
		"free.inner.key":                         "password,caller",
		"free.inner.mail":                        "caller",
		"free.other":                             "caller",
		"free[plain]":                            "password,caller",
		"json(free)":                             "password,caller",
		"free.inner[0].mail":                     "caller",
		"free.inner[0].key":                      "password,caller",
		"named.free.inner.key":                   "password,caller",
		"named.free.inner.mail":                  "caller",
		"or(free, 'x')":                          "password,caller",
		"or(free, user).inner.mail":              "caller",
		"or(free, user).password":                "password,caller",
		"many[0].word":                           "password,caller",
		"many[pick].mail":                        "caller",
		"or(first(many), user).mail":             "caller",
		"map(many, item.mail)":                   "caller",
		"map(many, item.word)":                   "password,caller",
		"filter(many, item.mail == 'x')[0].mail": "caller",
		"whole.mail":                             "password,caller",
		"request.body.user.email":                "caller",
		"request.body.user.password":             "password,caller",
		"request.body['user'].bio":               "caller",
		"request.body.user":                      "password,caller",
		"late[0].word":                           "password,caller",
		"late[0].mail":                           "caller",
		"request.body[plain]":                    "password,caller",
		"request.body":                           "password,caller",
		"request.body.late[0].word":              "password,caller",
		"request.body.many[1].mail":              "caller",
		"request.rawBody":                        "password,caller",
		"got.value.mail":                         "caller,data",
		"got.value.token":                        "hash,data",
		"json(got.value)":                        "hash,caller,data",
		"got.value.any.email":                    "data",
		"got.value.any.token":                    "token,data",
		"open.body.user.token":                   "token",
		"open.body.user.email":                   "",
	}
	got := labelsIn(t, members, "", slices.Sorted(maps.Keys(sources)))
	for source, want := range sources {
		if got[source] != want {
			t.Errorf("%s carries %q, want %q", source, got[source], want)
		}
	}
}
