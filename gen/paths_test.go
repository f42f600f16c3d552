package gen_test

import "testing"

// TestPaths holds the proofs about paths to what they find, and where: one thing for each mistake, nothing without one.
func TestPaths(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"the path without an answer is named node by node", `
			a condition {"conditionExpression": "request.ip == '::1'"}
			b condition {"conditionExpression": "request.ip == '/'"}
			c set {"setValues": {"x": 1}}
			in -> a:true -> b:true -> ok
			b:false -> c
			a:false -> ok`,
			[]string{`FC303 c:out: path ends without a Response: in -> a -> b -> c, output "out"`}},
		{"an end after a region without done", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			in -> t:try -> call`,
			[]string{`FC303 t:done: path ends without a Response: in -> t, output "done"`}},
		{"a handler that does not answer", `
			r retry {}
			call api {"apiUrl": "https://example.com"}
			log set {"setValues": {"x": 1}}
			in -> r:try -> call -> ok
			r:failed -> log`,
			[]string{`FC303 log:out: path ends without a Response: in -> r -> log, output "out"`}},
		{"conflict without a wire is a failure and no end", `
			q sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', 'b')"}
			in -> q -> ok`, nil},
		{"notFound that does not answer", `
			q sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM notes WHERE id = 1"}
			log set {"setValues": {"x": 1}}
			in -> q -> ok
			q:notFound -> log`,
			[]string{`FC303 log:out: path ends without a Response: in -> q -> log, output "out"`}},
		{"each branch of a sequence may end but the last", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"y": 1}}
			in -> a
			in -> b -> ok`, nil},
		{"no branch of a sequence answers", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"y": 1}}
			in -> a
			in -> b`,
			[]string{`FC303 b:out: path ends without a Response: in -> a -> b, output "out"`}},
		{"a branch that answers on one way goes on with the next on the other", `
			a condition {"conditionExpression": "request.ip == '::1'"}
			b set {"setValues": {"y": 1}}
			c set {"setValues": {"z": 1}}
			early response {"responseStatus": 400}
			in -> a:true -> early
			a:false -> b
			in -> c -> ok`, nil},
		{"two answers are named node by node", `
			log set {"setValues": {"x": 1}}
			again response {"responseStatus": 200}
			in -> ok -> log -> again`,
			[]string{"FC304 again: path with more than one Response: in -> ok -> log -> again"}},
		{"two answers below a join after the answer", `
			a condition {"conditionExpression": "request.ip == '::1'"}
			x set {"setValues": {"x": 1}}
			y set {"setValues": {"x": 2}}
			again response {"responseStatus": 200}
			in -> ok -> a:true -> x -> again
			a:false -> y -> again`,
			[]string{"FC304 again: path with more than one Response: in -> ok -> a -> x -> again"}},
		{"what follows the answer may end", `
			log set {"setValues": {"x": 1}}
			in -> ok -> log`, nil},
		{"what two entry points share is told once", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			two apiEndpoint {"endpointMethod": "POST", "endpointPath": "/b", "endpointPublic": true}
			c condition {"conditionExpression": "request.ip == '/'"}
			s set {"setValues": {"x": "{{no.where}}"}}
			in -> c:true -> s
			two -> c`,
			[]string{`FC302 c:false: `, `FC303 s:out: path ends without a Response: in -> c -> s, output "out"`, `FC204 s: "no" does not exist`}},
		{"what only one entry point does is told of that one", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			two apiEndpoint {"endpointMethod": "POST", "endpointPath": "/b", "endpointPublic": true}
			s set {"setValues": {"x": 1}}
			r set {"setValues": {"x": 1}}
			in -> s -> ok
			two -> r`,
			[]string{`FC303 r:out: path ends without a Response: two -> r, output "out"`}},
		{"required outputs", `
			who auth {}
			c condition {"conditionExpression": "who.sub == ''"}
			in -> who:valid -> c:true -> ok`,
			[]string{`FC301 who:invalid: output "invalid" of Auth "who" is not connected`, `FC302 c:false: output "false" of Condition "c" is not connected`}},
		{"each output without a wire is one mistake", `
			c condition {"conditionExpression": "request.ip == '::1'"}
			in -> c`,
			[]string{`FC302 c:false: output "false" of Condition "c" is not connected`, `FC302 c:true: output "true" of Condition "c" is not connected`}},
		{"try without a wire", `
			t tryCatch {}
			in -> t:done -> ok`,
			[]string{`FC302 t:try: output "try" of Try/Catch "t" is not connected`}},
		{"found and missing, stored and exists", `
			g localStorage {"storageOperation": "get", "storageKey": "a"}
			s localStorage {"storageOperation": "set", "storageKey": "b", "storageValue": 1, "storageTtl": "1m", "storageIfAbsent": true}
			in -> g:found -> s:stored -> ok`,
			[]string{`FC302 g:missing: `, `FC302 s:exists: `}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

func TestSequences(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"after one that always answers", `
			a response {"responseStatus": 200}
			in -> a
			in -> ok`,
			[]string{`FC308 in:out: "ok" never runs: the branch before it, "a", always answers`}},
		{"after a region that always answers", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			bad response {"responseStatus": 502}
			log set {"setValues": {"x": 1}}
			in -> t:try -> call -> ok
			t:catch -> bad
			in -> log`,
			[]string{`FC308 in:out: "log" never runs: the branch before it, "t", always answers`}},
		{"after a region whose failure is swallowed", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			bad response {"responseStatus": 502}
			in -> t:try -> call -> ok
			in -> bad`, nil},
		{"two that share their end", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"y": 1}}
			in -> a -> ok
			in -> b -> ok`,
			[]string{`FC308 in:out: "b" never runs: the branch before it, "a", always answers`}},
		{"two that share a node that does not answer", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"y": 1}}
			c set {"setValues": {"z": 1}}
			in -> a -> c
			in -> b -> c
			in -> ok`,
			[]string{`FC308 in:out: two branches of output "out" of "in" share the node "c"`}},
		{"the same target twice", `
			a set {"setValues": {"x": 1}}
			in -> a -> ok
			in -> a`,
			[]string{`FC308 in:out: output "out" of "in" is wired to "a" twice`}},
		{"a later branch reads what an earlier one has run", `
			a set {"setValues": {"x": 1}}
			b response {"responseStatus": 200, "responseBody": {"x": "{{a.x}}"}}
			in -> a
			in -> b`, nil},
		{"a later branch reads what an earlier one may not have run", `
			c condition {"conditionExpression": "request.ip == '::1'"}
			a set {"setValues": {"x": 1}}
			n set {"setValues": {"y": 1}}
			b response {"responseStatus": 200, "responseBody": {"x": "{{a.x}}"}}
			in -> c:true -> a
			c:false -> n
			in -> b`,
			[]string{`FC205 b: "a" has not run on every path to "b": not on in -> c -> n -> b`}},
		{"an earlier branch reads a later one", `
			a set {"setValues": {"x": "{{b.y}}"}}
			b set {"setValues": {"y": 1}}
			in -> a
			in -> b -> ok`,
			[]string{`FC205 a: "b" has not run on every path to "a": not on in -> a`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestStepsOfOneNode wants no mistake in a node of two steps whose fields, each the same at both, are of several types. What
// is found of it must not depend on the order of a map: twenty runs would show that.
func TestStepsOfOneNode(t *testing.T) {
	for range 20 {
		checkTold(t, nil, `
			which condition {"conditionExpression": "{{n > 1}}"}
			call api {"apiMethod": "GET", "apiUrl": "https://api.example.com/v1", "apiHeaders": {"x-a": "1"}, "apiQuery": {"b": "2"}}
			end set {"setValues": {"done": true}}
			in -> which:true -> call
			which:true -> ok
			which:false -> call
			which:false -> end
			end -> ok`)
	}
}

func TestBorders(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"out of a region", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			after set {"setValues": {"x": 1}}
			in -> t:try -> call -> after -> ok
			t:catch -> after`,
			[]string{`FC306 call:out: wire from "call" to "after" leaves the region of "t"`}},
		{"out of a region, behind what always answers: one wire is one mistake", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			after set {"setValues": {"x": 1}}
			bad response {"responseStatus": 502}
			in -> t:try -> call -> ok
			call -> after -> bad
			t:done -> after`,
			[]string{`FC306 call:out: wire from "call" to "after" leaves the region of "t"`}},
		{"into a region", `
			c condition {"conditionExpression": "request.ip == '::1'"}
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			bad response {"responseStatus": 502}
			in -> c:true -> t:try -> call -> ok
			c:false -> call
			t:done -> bad`,
			[]string{`FC306 c:false: wire from "c" to "call" leads into the region of "t"`}},
		{"into a region, from what handles its failure", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			in -> t:try -> call
			t:catch -> call
			t:done -> ok`,
			[]string{`FC306 t:try: wire from "t" to "call" leaves the region of "t"`}},
		{"into the region of another entry point, where that answers", `
			other apiEndpoint {"endpointMethod": "GET", "endpointPath": "/other", "endpointPublic": true}
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			bad response {"responseStatus": 502}
			in -> ok
			other -> t:try -> call -> ok
			t:done -> bad`,
			[]string{`FC306 in:out: wire from "in" to "ok" leads into the region of "t"`}},
		{"two regions that begin at one node", `
			c condition {"conditionExpression": "request.ip == '/'"}
			t tryCatch {}
			u retry {}
			call api {"apiUrl": "https://example.com"}
			bad response {"responseStatus": 502}
			in -> c:true -> t:try -> call -> ok
			c:false -> u:try -> call
			t:done -> bad`,
			[]string{`FC306 u:try: wire from "u" to "call" leads into the region of "t"`}},
		{"out of a nested region into the one around it", `
			t tryCatch {}
			r retry {}
			one api {"apiUrl": "https://example.com/1"}
			two api {"apiUrl": "https://example.com/2"}
			in -> t:try -> r:try -> one -> two
			r:failed -> two
			t:done -> ok`,
			[]string{`FC306 one:out: wire from "one" to "two" leaves the region of "r"`}},
		{"out of a nested region and of the one around it", `
			t tryCatch {}
			r retry {}
			one api {"apiUrl": "https://example.com/1"}
			after set {"setValues": {"x": 1}}
			in -> t:try -> r:try -> one -> after -> ok
			t:done -> after`,
			[]string{`FC306 one:out: wire from "one" to "after" leaves the region of "t"`}},
		{"a handler that leads into its region", `
			t tryCatch {}
			one api {"apiUrl": "https://example.com/1"}
			two api {"apiUrl": "https://example.com/2"}
			in -> t:try -> one -> two
			t:catch -> two
			t:done -> ok`,
			[]string{`FC306 one:out: wire from "one" to "two" leaves the region of "t"`}},
		{"out of a region, to what reads a node of it", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			b set {"setValues": {"x": 1}}
			ok response {"responseStatus": 200, "responseBody": {"s": "{{call.status}}", "t": "{{headers}}", "u": "{{input.status}}"}}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"a": {"type": "int"}}}
			in -> t:try -> call -> ok
			t:catch -> b -> ok`,
			[]string{`FC306 call:out: wire from "call" to "ok" leaves the region of "t"`}},
		{"out of a region, beside a handler that reads a node of it", `
			t retry {}
			call api {"apiUrl": "https://example.com"}
			ok response {"responseStatus": 200, "responseBody": {"s": "{{call.status}}"}}
			no response {"responseStatus": 502, "responseBody": {"s": "{{call.status}}"}}
			in -> t:try -> call -> ok
			t:failed -> no
			t:done -> ok`,
			[]string{`FC205 no: "call" has not run on every path to "no": not on in -> t -> no`, `FC306 call:out: wire from "call" to "ok" leaves the region of "t"`}},
		{"an answer inside and outside", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			in -> t:try -> call -> ok
			t:catch -> ok`,
			[]string{`FC306 call:out: wire from "call" to "ok" leaves the region of "t"`}},
		{"what follows an answer crosses nothing", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			bad response {"responseStatus": 502}
			log set {"setValues": {"x": 1}}
			in -> t:try -> call -> ok -> log
			t:catch -> bad -> log`, nil},
		{"nested regions, each with its done", `
			t tryCatch {}
			r retry {}
			one api {"apiUrl": "https://example.com/1"}
			two api {"apiUrl": "https://example.com/2"}
			in -> t:try -> r:try -> one
			r:done -> two
			t:done -> ok`, nil},
		{"a handler that nothing leads to", `
			t tryCatch {}
			a set {"setValues": {"x": 1}}
			bad response {"responseStatus": 502}
			in -> t:try -> a
			t:catch -> bad
			t:done -> ok`,
			[]string{`FC307 t:catch: output "catch" of "t" is never taken: nothing in its region can fail`}},
		{"a handler around one that handles all", `
			t tryCatch {}
			u tryCatch {}
			one api {"apiUrl": "https://example.com/1"}
			log set {"setValues": {"x": 1}}
			bad response {"responseStatus": 502}
			in -> t:try -> u:try -> one
			u:catch -> log
			t:catch -> bad
			t:done -> ok`,
			[]string{`FC307 t:catch: output "catch" of "t" is never taken`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestUnreached wants that whatever never runs is told once, with what lies behind it.
func TestUnreached(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a node without a wire", `
			a set {"setValues": {"x": 1}}
			in -> ok`,
			[]string{`FC107 a: no entry point reaches "a"`}},
		{"what lies behind it", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"x": 1}}
			c set {"setValues": {"x": 1}}
			a -> b -> c -> ok
			in -> ok`,
			[]string{`FC107 a: no entry point reaches "a"`}},
		{"two that have nothing to do with each other", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"x": 1}}
			c set {"setValues": {"x": 1}}
			b -> c
			in -> ok`,
			[]string{`FC107 a: no entry point reaches "a"`, `FC107 b: no entry point reaches "b"`}},
		{"beside an end that it can't answer", `
			a set {"setValues": {"x": 1}}
			s set {"setValues": {"x": 1}}
			in -> s`,
			[]string{`FC303 s:out: `}}, // by a Response that was removed, perhaps
		{"what the end that lacks a wire may have led to", `
			a set {"setValues": {"x": 1}}
			s set {"setValues": {"x": 1}}
			in -> s
			a -> ok`,
			[]string{`FC303 s:out: `}},
		{"what was behind each output of a node that was removed", `
			a set {"setValues": {"x": 1}}
			s set {"setValues": {"x": 1}}
			no response {"responseStatus": 401}
			in -> s
			a -> ok`,
			[]string{`FC303 s:out: `}},
		{"more than was behind the outputs of a node that was removed", `
			a set {"setValues": {"x": 1}}
			s set {"setValues": {"x": 1}}
			no response {"responseStatus": 401}
			more response {"responseStatus": 403}
			in -> s
			a -> ok`,
			[]string{`FC303 s:out: `, `FC107 more: no entry point reaches "more"`}},
		{"what was behind a node that was removed, and is read", `
			log sql {"sqlQuery": "SELECT id FROM users WHERE email = {{user.nick}}"}
			gone response {"responseStatus": 404}
			in -> log -> ok`,
			[]string{`FC204 log: "user" does not exist`}},
		{"more than was behind a node that was removed, and is read", `
			log sql {"sqlQuery": "SELECT id FROM users WHERE email = {{user.nick}}"}
			gone response {"responseStatus": 404}
			idle set {"setValues": {"x": 1}}
			in -> log -> ok`,
			[]string{`FC204 log: "user" does not exist`, `FC107 idle: no entry point reaches "idle"`}},
		{"more than the outputs without a wire can lead to", `
			who auth {}
			no response {"responseStatus": 401}
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"x": 1}}
			in -> who:valid -> ok`,
			[]string{`FC301 who:invalid: `, `FC107 a: no entry point reaches "a"`, `FC107 b: no entry point reaches "b"`}},
		{"with a query that is wrong wherever it stands", `
			q sql {"sqlQuery": "SELECT nope FROM users WHERE email = {{also.nope}}"}
			in -> ok`,
			[]string{`FC107 q: no entry point reaches "q"`, `FC209 q: no column "nope"`}},
		{"with a placeholder that can't be a parameter, in a query that is not prepared", `
			q sql {"sqlQuery": "SELECT nope FROM users WHERE email = '{{email}}'"}
			in -> ok`,
			[]string{`FC107 q: no entry point reaches "q"`}},
		{"done where the region always answers", `
			t tryCatch {}
			bad response {"responseStatus": 502}
			call api {"apiUrl": "https://example.com"}
			log set {"setValues": {"x": "{{nothing.at.all}}"}}
			last response {"responseStatus": 200}
			in -> t:try -> call -> ok
			t:catch -> bad
			t:done -> log -> last`,
			[]string{`FC107 log: "log" never runs: output "done" of "t" is never taken`}},
		{"done where nothing in the region can fail, and it answers", `
			t tryCatch {}
			log set {"setValues": {"x": 1}}
			in -> t:try -> ok
			t:done -> log`,
			[]string{`FC107 log: "log" never runs: output "done" of "t" is never taken`}},
		{"done of a nested region that always answers", `
			t tryCatch {}
			u retry {}
			call api {"apiUrl": "https://example.com"}
			log set {"setValues": {"x": 1}}
			last response {"responseStatus": 200}
			in -> t:try -> u:try -> call -> ok
			u:done -> log
			t:done -> last`,
			[]string{`FC107 log: "log" never runs: output "done" of "u" is never taken`}},
		{"done where a failure is swallowed", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			last response {"responseStatus": 502}
			in -> t:try -> call -> ok
			t:done -> last`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
