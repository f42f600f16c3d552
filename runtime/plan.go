package runtime

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// source is the part of the request that a field comes from; the names are those of the struct tags.
type source string

const (
	fromBody   source = "json"
	fromQuery  source = "query"
	fromPath   source = "path"
	fromHeader source = "header"
	fromCookie source = "cookie"
	fromCaller source = "caller" // who calls, as the entry point knows it: Entry.Caller
)

// plan is the list of steps by which a struct is decoded, worked out once by reflection.
type plan struct {
	fields   []field
	body     *object // the fields of the body; nil when there are none
	texts    []int   // indexes in fields of those that do not come from the body
	labelled []int   // indexes in fields of those with a label
	strict   bool    // fields that it does not know are wrong
}

// field is one field of a request.
type field struct {
	name  string // as the workflow declares it
	key   string // by which the request has it: for a header, in canonical form
	index int    // in the struct
	from  source
	typ   *decoder
	sent  int // of the field that says whether it was sent, from 1; 0 is none
}

// presentTag names, on a field of type bool, the field of the request of which that says whether the request has it.
const presentTag = "present"

// newPlan works out how t, a struct, is decoded.
func newPlan(t reflect.Type) (*plan, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("request type %s is not a struct", t)
	}
	p := &plan{}
	types := typePlanner{}
	sent := sentFields(t)
	for i := range t.NumField() {
		if t.Field(i).Tag.Get(presentTag) != "" {
			continue
		}
		f, err := planField(types, t.Field(i), i)
		if err != nil {
			return nil, fmt.Errorf("request type %s: %w", t, err)
		}
		f.sent = sent[f.name]
		p.add(f, t.Field(i).Tag.Get(mask.Tag) != "")
	}
	if p.body != nil {
		return p, p.body.check(t)
	}
	return p, nil
}

// sentFields are the fields of a request's struct that say whether another one was sent, by the name of that, from 1.
func sentFields(t reflect.Type) map[string]int {
	sent := map[string]int{}
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get(presentTag); name != "" {
			sent[name] = i + 1
		}
	}
	return sent
}

func planField(types typePlanner, f reflect.StructField, index int) (field, error) {
	for _, from := range []source{fromBody, fromQuery, fromPath, fromHeader, fromCookie, fromCaller} {
		name, options, _ := strings.Cut(f.Tag.Get(string(from)), ",")
		if name == "" {
			continue
		}
		typ, err := types.of(f.Type)
		if err != nil {
			return field{}, fmt.Errorf("field %s: %w", f.Name, err)
		}
		if options == "omitzero" { // a Value, in which null lives without a pointer
			optional := *typ
			optional.optional = true
			typ = &optional
		}
		if from != fromBody && typ.text == nil {
			return field{}, fmt.Errorf("field %s: %s can't come from the %s", f.Name, f.Type, from)
		}
		key := name
		if from == fromHeader {
			key = http.CanonicalHeaderKey(name)
		}
		return field{name: name, key: key, index: index, from: from, typ: typ}, nil
	}
	return field{}, fmt.Errorf("field %s has no tag that says where it comes from", f.Name)
}

func (p *plan) add(f field, labelled bool) {
	at := len(p.fields)
	p.fields = append(p.fields, f)
	if labelled {
		p.labelled = append(p.labelled, at)
	}
	if f.from != fromBody {
		p.texts = append(p.texts, at)
		return
	}
	if p.body == nil {
		p.body = newObject()
	}
	p.body.add(member{name: f.name, index: f.index, typ: f.typ, sent: f.sent})
}

// decode fills in, a struct, from the request. The error names every wrong field.
func (p *plan) decode(x *Exec, in reflect.Value) error {
	wrong, err := p.decodeBody(x, in)
	if err != nil {
		return err
	}
	if err := p.checkQuery(x); err != nil {
		return err
	}
	for _, at := range p.texts {
		f := &p.fields[at]
		texts := x.texts(f)
		if f.sent > 0 {
			in.Field(f.sent - 1).SetBool(len(texts) > 0)
		}
		wrong.addTexts(f.name, texts, f.typ.fromTexts(texts, in.Field(f.index)))
	}
	x.nul = wrong.nul
	if p.strict {
		p.unknownQuery(x.queryValues(), &wrong)
	}
	for _, at := range p.labelled {
		x.SawIn(in.Field(p.fields[at].index), true)
	}
	if check := x.entry.Validate; check != nil {
		wrong.merge(check(in.Addr().Interface()))
	}
	return wrong.err()
}

// checkQuery refuses a query string that does not parse, where fields come from it: its fields would be missing, or the
// wrong ones.
func (p *plan) checkQuery(x *Exec) error {
	if !p.strict && !slices.ContainsFunc(p.texts, func(at int) bool { return p.fields[at].from == fromQuery }) {
		return nil
	}
	if x.queryValues(); x.queryErr != nil {
		return &Error{Status: http.StatusBadRequest, Detail: "the query string is not valid", Err: x.queryErr}
	}
	return nil
}

// texts returns what the caller sent for a field outside of the body.
func (x *Exec) texts(f *field) []string {
	switch f.from {
	case fromQuery:
		return f.typ.sent(x.queryValues()[f.key])
	case fromPath:
		return []string{x.r.PathValue(f.key)}
	case fromHeader:
		if value := x.header(f.key); value != nil {
			return []string{*value}
		}
	case fromCookie:
		if value := x.Cookie(f.key); value != nil {
			return []string{*value}
		}
	case fromCaller:
		if x.entry.Caller != nil {
			return []string{x.entry.Caller(x.r)}
		}
	}
	return nil
}
