// Package localstorage is the node type Local Storage: values and counters under keys, each for
// a limited time, shared by all workflows.
//
// It is imported by templates/all only.
package localstorage

import (
	"fmt"
	"net/http"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// The operations.
const (
	get          = "get"
	set          = "set"
	remove       = "delete"
	removePrefix = "deletePrefix"
	increment    = "increment"
	take         = "take"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "localStorage",
	Title: "Local Storage",
	Face: templates.Face{Group: templates.GroupData, Icon: []string{
		"M6 4.5h12a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1 -2.5 2.5h-12a2.5 2.5 0 0 1 -2.5 -2.5v-10a2.5 2.5 0 0 1 2.5 -2.5",
		"M3.5 12h17",
		"M10 8.25h4",
		"M10 15.75h4",
	}},
	Docs: templates.DocsSpec{
		Also:  []string{"kv", "store", "cache"},
		Words: []string{"redis", "session", "counter", "memory", "idempotency"},
	},
	Doc: "Keeps values and counters under keys, each for a limited time. It serves sessions, counters and " +
		"what must happen once. All workflows share them, and all processes with the same STORAGE_URL.",
	Mode:  "storageOperation",
	Fails: true, Passing: true,
	Fields: []templates.Field{
		{Name: "storageOperation", Shape: templates.Choice, Required: true, Enum: []string{get, set, remove, removePrefix, increment, take},
			Doc: "What to do. take reads and deletes in one step, so that at most one caller finds the " +
				"value; deletePrefix deletes all keys with that beginning."},
		{Name: "storageKey", Shape: templates.Key, Required: true, Sink: templates.Stored, Prefixes: templates.Is("storageOperation", removePrefix),
			Doc: "The key: a literal (`visits`), or a literal prefix with `:` and then placeholders " +
				"(`visits:{{id}}:{{day}}`). One literal or prefix holds one type, in all workflows. A key of " +
				"deletePrefix ends in `:` and counts whole parts: `session:ann:` does not match " +
				"`session:anna:1`."},
		{Name: "storageValue", Shape: templates.JSON, Required: true, When: templates.Is("storageOperation", set),
			Suffix: "Value", Noun: "value", Sink: templates.Stored, Doc: "The value: any JSON with placeholders."},
		{Name: "storageTtl", Shape: templates.Duration, Required: true, When: templates.Is("storageOperation", set, increment),
			Doc: "How long it lives. A counter lives from its first increment on, as a fixed window."},
		{Name: "storageIfAbsent", Shape: templates.Bool, Default: "false", When: templates.Is("storageOperation", set),
			Doc: "Store only where nothing is there yet. Of several callers at once, one stores."},
		{Name: "storageBy", Shape: templates.Int, Default: "1", When: templates.Is("storageOperation", increment),
			Doc: "What to add; it may be negative."},
	},
	Outputs: []templates.Output{
		{Name: "found", Required: true, When: templates.Is("storageOperation", get, take), Of: found, Guard: isProof,
			Doc: "Its `value`, of the type that the workflows store under this key. It is a guard where the " +
				"key holds `sha256(x)` or `hmacSha256(env.KEY, x)` of a cookie, the header Authorization or " +
				"X-API-Key, or a field that holds a token (or of `or(x, \"\")`)."},
		{Name: "missing", Class: templates.Absent, Required: true, When: templates.Is("storageOperation", get, take),
			Doc: "Nothing is stored under the key, or it has expired."},
		{Name: "out", When: templates.Is("storageOperation", set).And("storageIfAbsent", "false"), Doc: "The " +
			"value is stored, in place of any other."},
		{Name: "stored", Required: true, When: templates.Is("storageOperation", set).And("storageIfAbsent", "true"),
			Doc: "Nothing was there, and now the value is."},
		{Name: "exists", Required: true, When: templates.Is("storageOperation", set).And("storageIfAbsent", "true"),
			Reply: templates.Reply{Status: http.StatusConflict, Body: `{"error": "it is there already"}`},
			Doc:   "A value was there, and stays."},
		{Name: "out", When: templates.Is("storageOperation", remove), Doc: "The key is empty now. Under the " +
			"hash of the caller's own secret, as for `found`, this takes nothing from others and needs no " +
			"guard."},
		{Name: "out", When: templates.Is("storageOperation", removePrefix), Doc: "How many keys were " +
			"deleted. Values that are stored meanwhile may stay.",
			Fields: []types.Field{types.F("deleted", types.Of(types.Int))}},
		{Name: "out", When: templates.Is("storageOperation", increment), Doc: "The counter after the increment, and when it starts again.",
			Fields: []types.Field{types.F("value", types.Of(types.Int)), types.F("resetsAt", types.Of(types.Time))}},
	},
	Needs: templates.NeedsSpec{
		Variables: func(templates.Pass) []string { return []string{"STORAGE_URL"} },
		Engines:   func(templates.Pass) []string { return []string{templates.Redis, templates.SQLite} },
	},
	Effect: templates.EffectSpec{Changes: effect, Repeats: repeats, Touches: touches},
	Store:  templates.StoreSpec{Keeps: keeps},
	Guard: templates.GuardSpec{
		Scheme: func(p templates.Pass) *templates.Scheme { return p.Credential("storageKey") },
	},
	Emit: emit,
}

func touches(p templates.Pass) []string {
	return []string{fmt.Sprintf("key %s (%s)", p.Text("storageKey"), p.Text("storageOperation"))}
}

// found is what get and take find.
func found(p templates.Pass) types.Type {
	return types.ObjectOf(types.F("value", p.Stored("storageKey")))
}

// isProof reports whether finding the value identifies the caller: the key is the hash of a token that was issued to
// them alone. The token itself would prove as much, but anyone who can read the store could use it.
func isProof(p templates.Pass) bool { return p.Proof("storageKey") }

// effect reports whether something changes that others can notice. Counting is none: a rate
// limit counts callers that nobody knows.
func effect(p templates.Pass) bool {
	switch p.Text("storageOperation") {
	case set, remove, removePrefix, take:
		return true
	}
	return false
}

// repeats reports whether a second time does more than the first, or goes another way: to set or delete what was set or
// deleted is nothing new.
func repeats(p templates.Pass) bool {
	switch p.Text("storageOperation") {
	case increment, take:
		return true
	case set:
		return p.Bool("storageIfAbsent")
	}
	return false
}

// counter is what increment takes a key for.
const counter = "counter"

func keeps(p templates.Pass) templates.Kept {
	switch p.Text("storageOperation") {
	case get, take:
		return templates.Kept{What: templates.KeptValue}
	case set:
		return templates.Kept{What: templates.KeptValue, Stores: true, Type: valueType(p), Lifetime: p.Duration("storageTtl")}
	case increment:
		return templates.Kept{What: counter, Stores: true, Type: types.Of(types.Int)}
	}
	return templates.Kept{}
}

// valueType is the type of what set stores; a literal null says nothing of what else there may be.
func valueType(p templates.Pass) types.Type {
	t := p.Type("storageValue")
	if t.Kind == types.Null {
		return types.Of(types.Any)
	}
	return t
}
