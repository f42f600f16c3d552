package gen_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/facts"
)

// protectedWays are ways to guard the same effect.
var protectedWays = map[string]string{
	"nobody is asked": `in -> e -> ok`,
	"public":          `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}` + "\nin -> e -> ok",
	"our own token": `
		g jwt {"jwtMode": "verify", "jwtToken": "{{env.GUEST_TOKEN}}"}
		in -> g:valid -> e -> ok
		g:invalid -> no`,
	"basic": `
		g auth {"authType": "basic"}
		in -> g:valid -> e -> ok
		g:invalid -> no`,
	"basic, another name": `
		other auth {"authType": "basic"}
		in -> other:valid -> e -> ok
		other:invalid -> no`,
	"jwt": `
		g auth {"authType": "jwt"}
		in -> g:valid -> e -> ok
		g:invalid -> no`,
	"basic and jwt": `
		g auth {"authType": "basic"}
		h auth {"authType": "jwt"}
		in -> g:valid -> h:valid -> e -> ok
		g:invalid -> no
		h:invalid -> no`,
	"basic or jwt": `
		g auth {"authType": "basic"}
		h auth {"authType": "jwt"}
		in -> g:valid -> e -> ok
		g:invalid -> h:valid -> e
		h:invalid -> no`,
	"basic if": `
		g auth {"authType": "basic"}
		c condition {"conditionExpression": "g.sub == 'ann'"}
		in -> g:valid -> c:true -> e -> ok
		c:false -> no
		g:invalid -> no`,
	"basic if both": `
		g auth {"authType": "basic"}
		c condition {"conditionExpression": "{{request.method == 'POST' && g.sub == 'ann'}}"}
		in -> g:valid -> c:true -> e -> ok
		c:false -> no
		g:invalid -> no`,
	"basic, or neither": `
		g auth {"authType": "basic"}
		c condition {"conditionExpression": "request.path == '/drawn'"}
		f sql {"sqlQuery": "DELETE FROM notes WHERE id = 2"}
		yes response {"responseStatus": 200}
		in -> c:true -> g:valid -> e -> ok
		c:false -> f -> yes
		g:invalid -> no`,
}

// TestWeaker compares each way with each other one: who comes through the second, and not through the first?
func TestWeaker(t *testing.T) {
	protections := map[string]facts.Protection{}
	for name, drawing := range protectedWays {
		text := drawing + "\ne sql {\"sqlQuery\": \"DELETE FROM notes WHERE id = 1\"}\nno response {\"responseStatus\": 401}\n"
		if !declaresEntry(drawing) {
			text = "in apiEndpoint {\"endpointMethod\": \"POST\", \"endpointPath\": \"/drawn\"}\n" + text
		}
		program, _ := gen.Program(folderDrawn(t, text))
		protections[name] = facts.ProtectionOf(program.Workflows[0].Flows[0])
	}
	const open, own, partly = "nobody is asked", "our own token", "basic, or neither"
	weaker := map[string][]string{ // before: what is weaker
		open:                  nil,
		own:                   nil,
		"public":              nil,
		"basic":               {open, own, "public", partly, "jwt", "basic or jwt"},
		"basic, another name": {open, own, "public", partly, "jwt", "basic or jwt"},
		"jwt":                 {open, own, "public", partly, "basic", "basic, another name", "basic if", "basic if both", "basic or jwt"},
		"basic and jwt":       {open, own, "public", partly, "basic", "basic, another name", "basic if", "basic if both", "basic or jwt", "jwt"},
		"basic or jwt":        {open, own, "public", partly},
		"basic if":            {open, own, "public", partly, "basic", "basic, another name", "basic and jwt", "basic or jwt", "jwt"},
		"basic if both":       {open, own, "public", partly, "basic", "basic, another name", "basic if", "basic and jwt", "basic or jwt", "jwt"},
		partly:                {open, own, "public", "jwt", "basic or jwt"},
	}
	for before, was := range protections {
		want := map[string]bool{}
		for _, name := range weaker[before] {
			want[name] = true
		}
		for after, is := range protections {
			if got := is.WeakerThan(was); got != want[after] {
				t.Errorf("%s (%v) -> %s (%v): weaker is %v, want %v", before, was, after, is, got, want[after])
			}
		}
	}
}
