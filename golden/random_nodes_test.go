package golden_test

import (
	"fmt"
	"strings"
)

// step adds a node with an output "out", and returns it with what is known behind it. Its optional outputs are wired
// or not.
func (g *generator) step(s scope) (id string, after scope) {
	switch g.r.IntN(22) { // hashing takes its time
	case 0:
		return g.hash(s)
	case 1, 2:
		return g.sign(s)
	case 3, 4:
		return g.one(s)
	case 5, 6:
		return g.many(s)
	case 7, 8:
		return g.change(s)
	case 9, 10:
		return g.store(s)
	case 11, 12:
		return g.call(s)
	case 13, 14:
		return g.code(s)
	case 15, 16, 17:
		return g.calledStep(s)
	}
	return g.set(s)
}

func (g *generator) set(s scope) (string, scope) {
	typ := pick(g.r, "string", "int", "float", "bool", "time")
	id := g.add("set", map[string]any{"setValues": map[string]any{
		"v": "{{" + s.expr(g.r, typ, 3) + "}}", "any": s.json(g.r, 2),
	}})
	return id, s.with(fieldValue{expr: id + ".v", typ: typ})
}

// one adds a query of one row; what it yields may be absent where notFound has no wire.
func (g *generator) one(s scope) (string, scope) {
	query := pick(g.r,
		"SELECT id, email, name, age, score, active, created_at, nullif(email, {{"+s.expr(g.r, "string", 1)+"}}) AS other FROM users WHERE email = {{"+s.expr(g.r, "string", 1)+"}}",
		"SELECT id, email, name, age, score, active, created_at FROM users WHERE id = {{"+s.expr(g.r, "int", 1)+"}} AND active = {{"+s.expr(g.r, "bool", 1)+"}}",
		"INSERT INTO users (email, password_hash, age, score, created_at) VALUES ({{"+s.expr(g.r, "string", 1)+"}}, '', {{"+s.expr(g.r, "int", 1)+
			"}}, {{"+s.expr(g.r, "float", 1)+"}}, {{"+s.expr(g.r, "time", 1)+"}}) RETURNING id, email, name, age, score, active, created_at")
	id := g.add("sql", map[string]any{"sqlMode": "one", "sqlQuery": query})
	absent := query[0] != 'I'
	if !g.after && g.r.IntN(2) == 0 {
		g.wire(id, "notFound", g.response(s))
		absent = false
	}
	g.conflict(id, s)
	if absent {
		return id, s.with(fieldValue{expr: id + ".email", typ: "string", null: true, hidden: true}) // only a guard may read it
	}
	column := func(name, typ string, null bool) fieldValue {
		return fieldValue{expr: id + "." + name, typ: typ, null: null}
	}
	if strings.Contains(query, "AS other") {
		s = s.with(column("other", "any", true))
	}
	return id, s.with(column("id", "int", false), column("email", "string", false), column("name", "string", true), column("age", "int", true),
		column("score", "float", true), column("active", "bool", false), column("created_at", "time", false))
}

func (g *generator) many(s scope) (string, scope) {
	id := g.add("sql", map[string]any{"sqlQuery": "SELECT id, email, age FROM users WHERE score > {{" + s.expr(g.r, "float", 1) + "}} OR name IS NULL LIMIT 5"})
	g.conflict(id, s)
	return id, s.with(fieldValue{expr: id + ".count", typ: "int"}, fieldValue{expr: id + ".rows", typ: "list"})
}

func (g *generator) change(s scope) (string, scope) {
	query := pick(g.r,
		"UPDATE users SET age = {{"+s.expr(g.r, "int", 1)+"}}, name = {{"+s.expr(g.r, "string", 2)+"}} WHERE active = {{"+s.expr(g.r, "bool", 1)+"}}",
		"INSERT INTO users (email, password_hash) VALUES ({{"+s.expr(g.r, "string", 2)+"}}, '')",
		"DELETE FROM users WHERE email = {{"+s.expr(g.r, "string", 2)+"}}")
	id := g.add("sql", map[string]any{"sqlMode": "exec", "sqlQuery": query})
	g.conflict(id, s)
	return id, s.with(fieldValue{expr: id + ".rowsAffected", typ: "int"})
}

func (g *generator) conflict(id string, s scope) {
	if !g.after && g.r.IntN(3) == 0 {
		g.wire(id, "conflict", g.response(s))
	}
}

func (g *generator) hash(s scope) (string, scope) {
	data := map[string]any{"hashMode": "hash", "hashInput": "{{" + g.password(s) + "}}"}
	g.cheapHash(data)
	id := g.add("hash", data)
	return id, s.with(fieldValue{expr: id + ".hash", typ: "string", hidden: true})
}

// cheapHash makes a Hash node as fast as it may be.
func (g *generator) cheapHash(data map[string]any) {
	if data["hashRounds"] = 10; g.r.IntN(2) == 0 {
		data["hashAlgorithm"], data["hashRounds"] = "argon2id", 1
	}
}

func (g *generator) password(s scope) string {
	if v, ok := s.find(g.r, func(v fieldValue) bool { return v.expr == "password" }); ok {
		return v.expr
	}
	return varying(s.expr(g.r, "string", 1))
}

// varying is a text that is not the same for every execution: of one that is, FC203 says so where only what varies can be meant.
func varying(text string) string { return "request.path + " + text }

func (g *generator) sign(s scope) (string, scope) {
	id := g.add("jwt", map[string]any{
		"jwtMode": "sign", "jwtExpiresIn": pick(g.r, "15m", "7d"), "jwtAlgorithm": pick(g.r, "HS256", "HS512"),
		"jwtClaims": map[string]any{"sub": "{{" + s.expr(g.r, "int", 1) + "}}", "extra": s.json(g.r, 2)},
	})
	return id, s.with(fieldValue{expr: id + ".token", typ: "string"}, fieldValue{expr: id + ".expiresAt", typ: "time"})
}

// checked adds a node that identifies the caller, and what follows both of its outputs.
func (g *generator) checked(s scope) string {
	var first, id string
	var valid scope
	switch g.r.IntN(3) {
	case 0:
		data := map[string]any{}
		if g.r.IntN(3) == 0 {
			data["authCookie"] = heldCookie
		}
		if g.r.IntN(3) > 0 {
			data["authRequire"] = pick(g.r, requirements...)
		}
		id, valid = g.bearer(s, "auth", "authClaims", data)
		first = id
		if data["authRequire"] != nil {
			g.wire(id, "forbidden", g.response(s.with(refused(id)...)))
		}
	case 1:
		id, valid = g.bearer(s, "jwt", "jwtClaimTypes", map[string]any{
			"jwtMode": "verify", "jwtToken": "{{" + varying(s.expr(g.r, "string", 1)) + "}}", "jwtLeeway": "5s",
		})
		first = id
	default:
		first, id, valid = g.login(s)
	}
	g.wire(id, "valid", g.answering(valid))
	g.wire(id, "invalid", g.response(s.with(refused(id)...)))
	return first
}

// refused is what a node says of a caller whom it does not let through.
func refused(id string) []fieldValue {
	return []fieldValue{{expr: id + ".reason", typ: "string"}, {expr: id + ".status", typ: "int"}, {expr: id, typ: "object"}}
}

// heldCookie holds the token of callers that send it as a cookie.
const heldCookie = "session"

// requirements are what Auth nodes require of a known caller: of some tokens of randomToken they hold, of others they read what is
// absent or of another kind.
var requirements = []string{
	"claims.level > 2", "{{sub != '1'}}", "hasScope(claims.scope, 'orders:read') || claims.level > 2",
	"email == null && sub != '0'", "contains(claims.tenant, 1) && sub != '2'", "endsWith(claims.role, 'min')",
	"claims.role != 'admin' || sub == '2'", "!(claims.level > 2 && hasScope(claims.scope, 'orders:read'))",
}

// bearer adds a node that verifies a token, with or without typed claims.
func (g *generator) bearer(s scope, typ, claims string, data map[string]any) (id string, valid scope) {
	typed := g.r.IntN(2) == 0
	if typed {
		data[claims] = map[string]any{"role": "string", "level": "int?", "scope": map[string]any{"read": "bool"}}
	}
	id = g.add(typ, data)
	valid = s.with(
		fieldValue{expr: id + ".sub", typ: "string"}, fieldValue{expr: id + ".email", typ: "string", null: true},
		fieldValue{expr: id + ".claims.tenant", typ: "any"}, fieldValue{expr: id, typ: "object"})
	if typed {
		valid = valid.with(
			fieldValue{expr: id + ".role", typ: "string"}, fieldValue{expr: id + ".level", typ: "int", null: true},
			fieldValue{expr: id + ".scope.read", typ: "bool"})
	}
	return id, valid
}

// login adds a query for a user and the check of a password against the row's hash, be it there or not.
func (g *generator) login(s scope) (first, id string, valid scope) {
	first = g.add("sql", map[string]any{
		"sqlMode": "one", "sqlQuery": "SELECT id, email, password_hash FROM users WHERE email = {{" + s.expr(g.r, "string", 1) + "}}",
	})
	data := map[string]any{
		"hashMode": "verify", "hashInput": "{{" + g.password(s) + "}}", "hashAgainst": fmt.Sprintf("{{%s.password_hash}}", first),
	}
	g.cheapHash(data)
	id = g.add("hash", data)
	g.wire(first, "", id)
	return first, id, s.with(
		fieldValue{expr: id + ".needsRehash", typ: "bool"}, fieldValue{expr: first + ".id", typ: "int"},
		fieldValue{expr: first + ".email", typ: "string"})
}
