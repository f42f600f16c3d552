package templates

import "slices"

// Shape is how the JSON of a field is read.
type Shape uint8

// The shapes.
const (
	Text     Shape = iota // text without placeholders
	Choice                // one of Enum
	Int                   // a whole number between Min and Max
	Bool                  // true or false
	Duration              // "15m": a positive count and one of s m h d w
	Size                  // a number of bytes, or "1MiB"
	Secret                // exactly {{env.NAME}}
	Expr                  // text with placeholders, of the wanted Type
	Cond                  // one expression of type bool, braces optional
	Object                // name -> JSON with placeholders
	JSON                  // any JSON with placeholders
	Query                 // an SQL statement whose placeholders become parameters
	URL                   // text with placeholders, each escaped as the part of a URL that it stands in
	Key                   // a literal, or a literal prefix ending in ":" and then placeholders
	Func                  // the name of a Go function
	Inputs                // name -> JSON with placeholders: the input of the node's Func, or of the workflow that it calls
	Types                 // name -> type
	Fields                // name -> declaration of a request field
	List                  // a list of texts without placeholders
	Cookies               // a list of cookies, values with placeholders
	File                  // the path of a file of the workflows' folder, which the program holds
	Bare                  // one expression of the wanted Type, braces optional
	Cases                 // a list of texts, of whole numbers, or of truth values, each once
	Stem                  // the name of a workflow's file, without .flow.json, which the node calls
)

// Sink is a place where labelled values must not go.
type Sink uint8

// The sinks.
const (
	Inside  Sink = iota // stays in the execution
	Answer              // reaches the caller: a Response's body, headers and cookies
	Claim               // readable by the holder of the token
	Stored              // outlives the execution: a database, Local Storage
	Sent                // leaves in the body or a header of a call to the host of the node's URL field
	Address             // part of a URL, which logs on the way keep
)

// When limits a field or output to nodes whose field Field, a Choice or a Bool, has one of
// Values; any where Field is "". The zero value is always.
type When struct {
	Field  string
	Values []string
	Also   *When  // holds too, where it is not nil
	Absent string // and the document does not give this field, as far as that one means something; "" is none
	Given  string // and the document gives this field; "" is none
}

// Is returns the When of a field having one of the values.
func Is(field string, values ...string) When { return When{Field: field, Values: values} }

// And returns w limited further: another field has one of the values too.
func (w When) And(field string, values ...string) When {
	also := Is(field, values...)
	w.Also = &also
	return w
}

// IsZero reports whether w is always.
func (w When) IsZero() bool { return w.Field == "" && w.Absent == "" && w.Given == "" && w.Also == nil }

// Unless returns w limited further: the document does not give another field, which stands in for this one.
func (w When) Unless(field string) When {
	w.Absent = field
	return w
}

// UnlessEither returns w limited further: the document gives neither of two fields, which stand in for this one.
func (w When) UnlessEither(field, other string) When {
	w.Absent = field
	w.Also = &When{Absent: other}
	return w
}

// Given returns the When of nodes whose document gives a field.
func Given(field string) When { return When{Given: field} }

// Purpose is what a secret is for.
type Purpose uint8

// The purposes.
const (
	AnyPurpose     Purpose = iota // not known, or that of a database, say
	SignsTokens                   // by which tokens are signed and verified
	LetsCallersIn                 // what callers show: keys, passwords
	SharedWithOne                 // what the sender of a Webhook shows
	VerifiesSender                // by which the sender of a Webhook signs
	SignsTexts                    // a key of hmacSha256
	SentAway                      // what another service is sent
)

// String is the verb phrase of messages: "signs tokens".
func (p Purpose) String() string {
	return [...]string{
		"is a secret", "signs tokens", "lets callers in", "authenticates the sender of a webhook",
		"signs a webhook", "is the key of hmacSha256", "is sent to another service",
	}[p]
}

// Variant is one of the forms that an Object field may have, by the value of its key "type".
type Variant struct {
	Type  string // the value of "type"
	Title string // as a canvas shows it
	Keys  []VariantKey
}

// VariantKey is a key of a Variant beside "type".
type VariantKey struct {
	Name     string
	Doc      string // what it holds, in a sentence
	Required bool
	Secret   bool // its value is known to the service alone
}

// Variant returns the form of the field that a value of "type" names; nil where none is called so.
func (f *Field) Variant(typ string) *Variant {
	if i := slices.IndexFunc(f.Variants, func(v Variant) bool { return v.Type == typ }); i >= 0 {
		return &f.Variants[i]
	}
	return nil
}

// VariantTypes are the values that "type" may have, in order.
func (f *Field) VariantTypes() (list []string) {
	for _, v := range f.Variants {
		list = append(list, v.Type)
	}
	return list
}

// Key returns the key of a name, nil where there is none.
func (v *Variant) Key(name string) *VariantKey {
	if i := slices.IndexFunc(v.Keys, func(k VariantKey) bool { return k.Name == name }); i >= 0 {
		return &v.Keys[i]
	}
	return nil
}

// KeyNames are the names of the keys, "type" first.
func (v *Variant) KeyNames() []string {
	names := []string{"type"}
	for _, k := range v.Keys {
		names = append(names, k.Name)
	}
	return names
}
