package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// piece is a node as the oracle knows it: written down by hand from workflow.md and growth.md, and not asked of the
// templates.
type piece struct {
	typ, data string
	outs      []string // its outputs, the first of which goes on
	guard     bool     // who takes the first output is known
	scheme    string   // of OpenAPI; "" where that has none
	effect    bool     // it changes something, whoever comes to it
	firm      bool     // it can't fail
	stored    string   // what of it is stored data: "rows"
	claims    bool     // it yields sub
	status    int      // what it answers with; 0 of what is no Response
}

const (
	sid     = `{{sha256(or(request.cookies['sid'], ''))}}`
	byToken = `SELECT user_id, kind FROM sessions WHERE token_hash = ` + sid
)

// oneWay are the nodes that go on, whatever happens; what follows is not protected by any of them.
var oneWay = []piece{
	{typ: "set", data: `{"setValues": {"v": 1}}`, firm: true},
	{typ: "set", data: `{"setValues": {"v": "{{request.path}}"}}`},
	{typ: "sql", data: `{"sqlQuery": "DELETE FROM notes WHERE id = 1"}`, effect: true},
	{typ: "sql", data: `{"sqlQuery": "WITH old AS (SELECT id FROM notes) UPDATE notes SET n = 1 WHERE id IN (SELECT id FROM old)"}`, effect: true},
	{typ: "localStorage", data: `{"storageOperation": "set", "storageKey": "last", "storageValue": "x", "storageTtl": "1h"}`, effect: true},
	{typ: "localStorage", data: `{"storageOperation": "delete", "storageKey": "s:` + sid + `"}`}, // what only who comes to it finds
	{typ: "localStorage", data: `{"storageOperation": "increment", "storageKey": "visits", "storageTtl": "1m"}`},
	{typ: "api", data: `{"apiUrl": "https://example.com/a"}`, effect: true},
	{typ: "sql", data: `{"sqlQuery": "SELECT title FROM notes"}`, stored: "rows"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "` + byToken + `"}`}, // nobody is told apart: notFound is unwired
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "DELETE FROM sessions WHERE token_hash = ` + sid + ` RETURNING user_id"}`},
	{typ: "hash", data: `{"hashMode": "hash", "hashInput": "{{password}}"}`},
	{typ: "jwt", data: `{"jwtMode": "sign", "jwtExpiresIn": "1m"}`},
}

// guards are the nodes whose first output only a known caller takes.
var guards = []piece{
	{typ: "auth", data: `{}`, outs: []string{"valid", "invalid"}, firm: true, scheme: "bearerJWT", claims: true},
	{typ: "auth", data: `{"authType": "basic"}`, outs: []string{"valid", "invalid"}, firm: true, scheme: "basic", claims: true},
	{typ: "auth", data: `{"authType": "apikey"}`, outs: []string{"valid", "invalid"}, firm: true, scheme: "headerXAPIKey"},
	{typ: "jwt", data: `{"jwtMode": "verify", "jwtToken": "{{request.cookies['jwt']}}"}`, outs: []string{"valid", "invalid"}, scheme: "cookieJWT"},
	{typ: "hash", data: `{"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{env.ADMIN_HASH}}"}`, outs: []string{"valid", "invalid"}},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "` + byToken + `"}`, outs: []string{"out", "notFound"}, scheme: "cookieSid", stored: "user_id"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE secret = {{hmacSha256(env.PEPPER, refresh_token)}} AND user_id > 1"}`,
		outs: []string{"out", "notFound"}, stored: "user_id"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "DELETE FROM sessions WHERE token_hash = ` + sid + ` RETURNING user_id"}`,
		outs: []string{"out", "notFound"}, scheme: "cookieSid", stored: "user_id"},
	{typ: "localStorage", data: `{"storageOperation": "get", "storageKey": "s:` + sid + `"}`, outs: []string{"found", "missing"}, scheme: "cookieSid", stored: "value"},
	{typ: "localStorage", data: `{"storageOperation": "take", "storageKey": "s:{{sha256(refresh_token)}}"}`, outs: []string{"found", "missing"}, stored: "value"},
	{typ: "code", data: `{"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}, "codeGuard": true}`, outs: []string{"out", "invalid"}},
}

// lookalikes have two ways on, and tell nothing of the caller.
var lookalikes = []piece{
	{typ: "condition", data: `{"conditionExpression": "request.ip == '/'"}`, outs: []string{"true", "false"}},
	{typ: "condition", data: `{"conditionExpression": "has(request.cookies['sid'])"}`, outs: []string{"true", "false"}},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "SELECT title FROM notes WHERE owner = {{email}}"}`, outs: []string{"out", "notFound"}, stored: "title"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash LIKE ` + sid + `"}`, outs: []string{"out", "notFound"}, stored: "user_id"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "` + byToken + ` OR user_id = 1"}`, outs: []string{"out", "notFound"}, stored: "user_id"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{refresh_token}}"}`, outs: []string{"out", "notFound"}, stored: "user_id"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE kind = ` + sid + `"}`, outs: []string{"out", "notFound"}, stored: "user_id"},
	{typ: "sql", data: `{"sqlMode": "one", "sqlQuery": "DELETE FROM notes WHERE owner = {{email}} RETURNING title"}`, outs: []string{"out", "notFound"}, effect: true, stored: "title"},
	{typ: "localStorage", data: `{"storageOperation": "get", "storageKey": "s:{{sha256(email)}}"}`, outs: []string{"found", "missing"}, stored: "value"},
	{typ: "localStorage", data: `{"storageOperation": "take", "storageKey": "s:{{or(request.cookies['sid'], '')}}"}`, outs: []string{"found", "missing"}, effect: true, stored: "value"},
	{typ: "localStorage", data: `{"storageOperation": "set", "storageKey": "n:` + sid + `", "storageValue": "x", "storageTtl": "1h", "storageIfAbsent": true}`,
		outs: []string{"stored", "exists"}, effect: true},
	{typ: "hash", data: `{"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{given}}"}`, outs: []string{"valid", "invalid"}},
	{typ: "hash", data: `{"hashMode": "verify", "hashInput": "{{env.ADMIN_PASSWORD}}", "hashAgainst": "{{env.ADMIN_HASH}}"}`, outs: []string{"valid", "invalid"}},
	{typ: "jwt", data: `{"jwtMode": "verify", "jwtToken": "{{env.GUEST_TOKEN}}"}`, outs: []string{"valid", "invalid"}},
	{typ: "jwt", data: `{"jwtMode": "verify", "jwtToken": "{{or(request.cookies['jwt'], env.GUEST_TOKEN)}}"}`, outs: []string{"valid", "invalid"}},
	{typ: "code", data: `{"codeFunction": "work", "codeInput": {"text": "{{or(request.cookies['sid'], '')}}", "maybe": null}}`, outs: []string{"out", "invalid"}},
}

// sketch is a random workflow of pieces.
type sketch struct {
	r           *rand.Rand
	ids         []string
	pieces      map[string]piece
	next        map[string]map[string][]string // node -> output -> targets
	public      bool
	budget      int
	inside      int  // of how many regions what is drawn is
	transacting bool // what is drawn is in a transaction
}

func randomSketch(seed uint64) *sketch {
	s := &sketch{r: rand.New(rand.NewPCG(seed, 5)), pieces: map[string]piece{}, next: map[string]map[string][]string{}}
	s.public = s.r.IntN(6) == 0
	s.budget = 3 + s.r.IntN(9)
	in := s.add(piece{typ: "apiEndpoint", firm: true, data: fmt.Sprintf(`{"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": %t}`, s.public)})
	s.lead(in, "out", s.answering(nil))
	return s
}

func (s *sketch) add(p piece) string {
	if p.outs == nil {
		p.outs = []string{"out"}
	}
	id := fmt.Sprintf("n%d", len(s.ids))
	if p.typ == "apiEndpoint" {
		id = "in"
	}
	s.budget--
	s.ids = append(s.ids, id)
	s.pieces[id], s.next[id] = p, map[string][]string{}
	return id
}

func (s *sketch) lead(from, output, to string) {
	if to != "" {
		s.next[from][output] = append(s.next[from][output], to)
	}
}

// answering draws nodes of which every way answers. data is what of stored data may be read: "n3.rows".
func (s *sketch) answering(data []string) string {
	if s.budget <= 0 {
		return s.response(data)
	}
	return s.block(data, s.answering)
}

// ending draws nodes of which no way need answer; "" is none.
func (s *sketch) ending(data []string) string {
	switch {
	case s.budget <= 0:
		return ""
	case s.r.IntN(6) == 0:
		return s.response(data)
	}
	return s.block(data, s.ending)
}

// block draws a node, and what follows it.
func (s *sketch) block(data []string, next func([]string) string) string {
	switch s.r.IntN(11) {
	case 0, 1, 2:
		p := pick(s.r, guards)
		p.guard = true
		return s.fork(p, data, next)
	case 3, 4:
		return s.fork(pick(s.r, lookalikes), data, next)
	case 5:
		return s.region(data, next)
	case 6:
		return s.either(data, next)
	}
	p := pick(s.r, oneWay)
	if len(data) > 0 && s.r.IntN(4) == 0 {
		p = piece{typ: "set", data: `{"setValues": {"v": "{{` + pick(s.r, data) + `}}"}}`, stored: "v"}
	}
	id := s.add(p)
	after := s.known(id, data)
	if s.r.IntN(6) == 0 {
		s.lead(id, "out", s.ending(after)) // a sequence: next comes after it
	}
	s.lead(id, "out", next(after))
	return id
}

// known is data with that of a node.
func (s *sketch) known(id string, data []string) []string {
	if p := s.pieces[id]; p.stored != "" {
		return append(slices.Clone(data), id+"."+p.stored)
	}
	return data
}

// fork draws a node with two outputs; a Condition on a claim may follow the first.
func (s *sketch) fork(p piece, data []string, next func([]string) string) string {
	id := s.add(p)
	first, more := id, s.known(id, data)
	if p.claims && s.r.IntN(2) == 0 {
		first = s.add(piece{typ: "condition", data: `{"conditionExpression": "` + id + `.sub == 'root'"}`, outs: []string{"true", "false"}})
		s.lead(id, p.outs[0], first)
		s.refuse(first, "false", data, next)
		s.lead(first, "true", next(more))
	} else {
		s.lead(id, p.outs[0], next(more))
	}
	s.refuse(id, p.outs[1], data, next)
	return id
}

// either draws two guards, of which callers pass one or the other, or both one after the other.
func (s *sketch) either(data []string, next func([]string) string) string {
	first, second := pick(s.r, lookalikes[:2]), pick(s.r, guards)
	if s.r.IntN(3) == 0 {
		first = pick(s.r, guards)
		first.guard = true
	}
	second.guard = true
	id, one, after := s.add(first), pick(s.r, guards), next(data)
	one.guard = true
	if after == "" {
		after = s.add(oneWay[2])
	}
	for i, p := range []piece{one, second} {
		to := s.add(p)
		s.lead(id, first.outs[i], to)
		s.lead(to, p.outs[0], after)
		s.lead(to, p.outs[1], s.add(piece{typ: "response", data: `{"responseStatus": 401}`, status: 401, firm: true}))
	}
	return id
}

// refuse draws what follows an output where somebody is mostly not let in.
func (s *sketch) refuse(id, output string, data []string, next func([]string) string) {
	if s.r.IntN(3) > 0 {
		s.lead(id, output, s.add(piece{typ: "response", data: `{"responseStatus": 401}`, status: 401, firm: true}))
		return
	}
	s.lead(id, output, next(data))
	if len(s.next[id][output]) == 0 {
		s.lead(id, output, s.add(piece{typ: "set", data: `{"setValues": {"v": 1}}`, firm: true}))
	}
}

// region draws a TryCatch, a Retry or a Transaction.
func (s *sketch) region(data []string, next func([]string) string) string {
	p := piece{typ: "tryCatch", data: `{}`, outs: []string{"done", "try", "catch"}, firm: true}
	around := s.transacting
	switch kind := s.r.IntN(6); {
	case kind < 2:
		p = piece{typ: "retry", data: `{}`, outs: []string{"done", "try", "failed"}, firm: true}
	case kind == 2 && !around:
		p = piece{typ: "transaction", data: `{}`, outs: []string{"done", "try"}}
		s.transacting = true
	}
	id := s.add(p)
	s.inside++
	inside := s.ending(data)
	s.inside--
	s.transacting = around
	if inside == "" {
		inside = s.add(oneWay[2])
	}
	s.lead(id, "try", inside)
	if len(p.outs) > 2 && s.r.IntN(2) == 0 {
		s.lead(id, p.outs[2], s.ending(data))
	}
	s.lead(id, "done", next(data))
	return id
}

// response draws a Response, and at times what runs after it.
func (s *sketch) response(data []string) string {
	status := pick(s.r, []int{200, 201, 302, 404, 409, 503})
	p := piece{typ: "response", status: status, firm: true, data: fmt.Sprintf(`{"responseStatus": %d, "responseBody": {"a": 1}}`, status)}
	if len(data) > 0 && s.r.IntN(3) > 0 {
		p.stored, p.firm = "answer", false
		p.data = fmt.Sprintf(`{"responseStatus": %d, "responseBody": {"a": "{{%s}}"}}`, status, pick(s.r, data))
	}
	id := s.add(p)
	if s.inside == 0 && s.r.IntN(8) == 0 {
		s.lead(id, "out", s.add(pick(s.r, oneWay)))
	}
	return id
}

// rewire leads one wire elsewhere: past a guard, into a branch of another way.
func (s *sketch) rewire() *sketch {
	other := &sketch{r: s.r, ids: s.ids, pieces: s.pieces, next: map[string]map[string][]string{}, public: s.public}
	for id, outs := range s.next {
		other.next[id] = map[string][]string{}
		for name, targets := range outs {
			other.next[id][name] = slices.Clone(targets)
		}
	}
	id := pick(s.r, s.ids)
	output := pick(s.r, s.pieces[id].outs)
	if targets := other.next[id][output]; len(targets) > 0 {
		targets[s.r.IntN(len(targets))] = pick(s.r, s.ids[1:])
	}
	return other
}

func (s *sketch) drawing() string {
	var lines []string
	for _, id := range s.ids {
		lines = append(lines, fmt.Sprintf("%s %s %s", id, s.pieces[id].typ, s.pieces[id].data))
		for _, output := range s.pieces[id].outs {
			for _, to := range s.next[id][output] {
				lines = append(lines, strings.TrimSuffix(id+":"+output, ":out")+" -> "+to)
			}
		}
	}
	return strings.Join(lines, "\n")
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
