package localstorage

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

func emit(s templates.Step) {
	switch s.Text("storageOperation") {
	case get:
		emitRead(s, "Get")
	case take:
		emitRead(s, "Take")
	case set:
		emitSet(s)
	case remove:
		s.Call(store(s, types.Of(types.Any)).Dot("Delete").Call(s.Exec(), key(s)))
	case removePrefix:
		prefix := templates.StoragePrefix(s, "storageKey")
		s.Call(store(s, types.Of(types.Any)).Dot("DeletePrefix").Call(s.Exec(), prefix), s.Result(jen.Qual(templates.Storage, "Deleted"), false))
	case increment:
		emitIncrement(s)
	}
}

func emitRead(s templates.Step, method string) {
	t := s.Stored("storageKey")
	if t.Go == s.GoName("Value") {
		s.JSONStruct(t, "value") // another package stores it: its struct is declared here too
	}
	item := s.Result(jen.Qual(templates.Storage, "Item").Types(s.GoType(t)), s.Differs("missing"))
	s.Call(store(s, t).Dot(method).Call(s.Exec(), key(s)), item)
	s.Early(jen.Op("!").Add(item).Dot("Found"), "missing")
}

func emitSet(s templates.Step) {
	store, key := store(s, valueType(s)), key(s)
	if !s.Bool("storageIfAbsent") {
		s.Call(store.Dot("Set").Call(s.Exec(), key, value(s)))
		return
	}
	stored := s.Result(jen.Qual(templates.Storage, "Stored"), s.Differs("exists"))
	s.Call(store.Dot("SetIfAbsent").Call(s.Exec(), key, value(s)), stored)
	s.Early(jen.Op("!").Add(stored).Dot("Stored"), "exists")
}

// value is what set stores.
func value(s templates.Step) *jen.Statement {
	if s.Type("storageValue").Kind == types.Null {
		return jen.Qual(templates.Runtime, "Value").Values()
	}
	return s.Input("storageValue")
}

func emitIncrement(s templates.Step) {
	config := &templates.Settings{
		{Name: "By", Value: jen.Lit(int(s.Int("storageBy")))},
		{Name: "TTL", Value: templates.Span(s.Duration("storageTtl"))},
	}
	counter := s.Prepared(
		jen.Op("*").Qual(templates.Storage, "Counter"),
		jen.Qual(templates.Storage, "NewCounter").Call(s.Setup(), jen.Qual(templates.Storage, "CounterConfig").Values(config.Code()...)),
	)
	s.Call(counter.Dot("Increment").Call(s.Exec(), key(s)), s.Result(jen.Qual(templates.Storage, "Count"), false))
}

// store is the prepared store of values of type t.
func store(s templates.Step, t types.Type) *jen.Statement {
	config := &templates.Settings{}
	if s.Text("storageOperation") == set {
		config.Set("TTL", templates.Span(s.Duration("storageTtl")))
	}
	if masked := t.Labels.Masks(); masked != 0 {
		config.Set("Labels", jen.Lit(masked.String()))
	}
	typ := s.GoType(t)
	return s.Prepared(
		jen.Op("*").Qual(templates.Storage, "Store").Types(typ),
		jen.Qual(templates.Storage, "NewStore").Types(typ).Call(s.Setup(), jen.Qual(templates.Storage, "StoreConfig").Values(config.Code()...)),
	)
}

func key(s templates.Step) *jen.Statement { return templates.StorageKey(s, "storageKey") }
