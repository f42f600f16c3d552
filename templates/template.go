// Package templates says what a node type is: its fields, its outputs, what only it can
// check, and how it is emitted.
//
// It may be imported by templates/<node>, templates/all, gen, gen/ir, gen/lint, gen/emit,
// golden and cmd. Everything that the rest of the compiler knows about node types, it
// learns from Template values.
package templates

import "github.com/flowc-dev/flowc/schema/types"

// Template is a node type.
type Template struct {
	Type  string // as nodes[].type writes it: "hash"
	Title string // as a canvas shows it: "Hash"
	Doc   string // what it does, in sentences
	Docs  DocsSpec
	Face  Face // how a canvas draws it

	// Mode is the field whose value decides which fields and outputs apply, or "".
	Mode    string
	Fields  []Field
	Outputs []Output // the first one that applies goes straight down the generated handler
	// Further are the outputs that a node has besides, and before Outputs, for what its fields say; known is false where
	// they do not say it. It may be nil: none. Docs.Further describes them.
	Further func(Pass) (outputs []Output, known bool)
	// Equal says that no output is the main one: the longest way goes straight down, the others leave early.
	Equal bool

	// Fails reports whether the node can fail by what it does; an expression can always.
	Fails bool
	// Passing is set where the node's failure may be one that passes: of another service, a database, a store.
	Passing bool
	// Timeout is the Duration field that says how long the node may take, of an entry point its execution; "" where none
	// does.
	Timeout string

	Entry  *EntrySpec // nil where no execution starts at the node
	Reuse  *Reuse     // nil where the node has no part in calls between workflows
	Answer AnswerSpec
	Region RegionSpec
	Guard  GuardSpec
	Crypto CryptoSpec
	Effect EffectSpec
	Store  StoreSpec
	Needs  NeedsSpec

	// OverHTTP says what of the node can't be where an assistant calls an MCP tool, which is no request of a browser's:
	// each Message goes on behind the node's name. It may be nil.
	OverHTTP func(Pass) []Problem
	// Check reports what only this node type can know. It may be nil.
	Check func(Pass)
	// Constants are the suffixes of the package-level constants that Emit declares: "SQL"
	// for loginUserSQL.
	Constants []string
	// Emit writes the node's statements.
	Emit func(Step)
}

// Field is one key of a node's data.
type Field struct {
	Name     string
	Shape    Shape
	Doc      string
	Required bool
	Default  string            // as the document would write it; "" is none
	Enum     []string          // values allowed, for Choice; for List, in it
	Others   map[string]string // Choice: what others call a value, or want where there is none, in small letters, by what is written then
	Was      string            // Choice: what the default was called before, so that `flowc fix` removes it
	Variable bool              // List: may be one text, {{env.PUBLIC_NAME}}, whose value lists them with commas
	Files    bool              // Fields: of a request that may be a form with files, so that a field may be of type file
	Apart    bool              // Fields: of no request, so that no declaration says where the field is
	Header   bool              // Text: names the request's header in which a caller proves itself, so that its value is a token
	Cookie   bool              // Text: names the request's cookie in which a caller proves itself
	Purpose  Purpose           // Secret: what it is for
	Filled   bool              // Text: an empty one means nothing
	Env      bool              // Text: may be exactly {{env.NAME}}, whose value is read when the service starts
	Several  bool              // Text and Choice: may be a list of such
	Min, Max int64             // bounds for Int and Size; both 0 is none
	Most     bool              // Int: how many elements a list of the output may have; with more of them the node fails
	When     When              // the field means something only then
	Needed   When              // it is required only then; the zero value is as Required says
	Defaults When              // it has its Default only then; the zero value is always
	Prefixes When              // Key: it is what keys begin with then, and ends in a ":"; the zero value is never

	// Of Expr, Object and JSON fields.
	Type     types.Type // wanted; Unknown is anything
	Listed   bool       // Bare: a list, of whatever
	Like     string     // Bare: of the type of that Cases field, and null where none of its values can be meant
	Text     bool       // text by nature: a scalar is converted
	ZeroNull bool       // null may stand here and becomes the zero value
	NoNull   bool       // Object and JSON: null may not stand here
	Headers  bool       // Object: the entries are headers by name
	Sets     string     // the header of the answer that the field becomes, where it is one; "" is none
	Proofs   bool       // Object: credentials that are sent; those of its entries that are secret by their names are never literals
	Repeats  bool       // Object: an entry may be a list of scalars, which is sent as one entry for each, and null, which is left out
	TextKeys []string   // Object: entries that are text by nature
	ListKeys []string   // Object: entries that may be a list of texts too, which means these with spaces between them
	Variants []Variant  // Object: the forms that it may have, by its key "type"; nil is any keys
	Token    bool       // Expr: what stands here is a token, wherever it comes from
	Password bool       // Expr: what stands here is a password, whatever the field of the request's body is called that it comes from
	Shown    bool       // Expr: the caller's credential, so that a value that does not come from the caller admits everyone
	Costly   bool       // Expr: checking against it takes long on purpose, so that the time reveals whether it was done
	Unlike   string     // Expr: another Expr field, which it is compared with: the same value in both can't be meant
	Varies   bool       // Expr: what is the same for every execution can't be meant; null is
	// Within is of a Cond field that chooses between what follows an output of that name and what follows another one: its
	// names are those of what this output carries. A part of it, as && and || join them, that reads what is absent there,
	// or of another kind, is unknown and does not hold, negated or not.
	Within string
	// Format is of a JSON field whose value may be a text: what that is. It may be nil: PlainText.
	Format func(Pass) Format

	Suffix string // of the Go type of an Object, JSON or Types field: "Claims" for loginTokenClaims
	Noun   string // what that type holds, for its comment: "claims"
	Sink   Sink   // where the value goes, for the rules on labels
}

// Output is one way out of a node.
type Output struct {
	Name     string
	Doc      string
	Class    Class // of the answers that callers get where it is taken
	Required bool  // must be wired; unless it is a Refusal or leads into a region, only where a caller waits for an answer
	When     When

	// Type of what the output carries: Fields where it is always the same, else Of.
	Fields []types.Field
	Of     func(Pass) types.Type

	// Role is what the output is to a region.
	Role Role
	// Unwired says what happens where an optional output has no wire.
	Unwired Unwired
	// Refuses is what Go calls the failure that the output carries, instead of what the node yields: "rejection". It is ""
	// where the output carries that.
	Refuses string
	// ByField is set where that is read field by field: a reference to the node as a whole there means what it yields, and
	// the wire begins at the wrong output.
	ByField bool
	// Undecoded is set where the output is taken before the payload of a Webhook is decoded, so that no field of it is
	// there.
	Undecoded bool
	// Status is what callers get where the output is taken and has no wire; 0 is what a failure gets.
	Status int
	// Reply is what a new node that answers behind the output is drawn with; without a status, that of the Class.
	Reply Reply
	// Never says why the output can't be taken whatever happens, "" where it can. It may be nil.
	Never func(Pass) string
	// Guard reports whether what follows is protected: the caller was identified.
	Guard func(Pass) bool
	// Proves names an Expr field whose value is not null below this output, or a Cond
	// field that has the value Outcome below it.
	Proves  string
	Outcome bool
	// Case is the value that takes the output, where the node compares one with several. Rest names the Bare field that is
	// compared so: the output is taken by whatever is none of the others' values, and is not there where nothing is.
	Case *Case
	Rest string
	// Granted is the field of what the output carries that is a token of the caller at another service: only a call to
	// a host that the document or a variable names sends it, among its Proofs. It is "" where there is none.
	Granted string
	// Lacks is said where a field is read that the output does not carry: the setting with which it would. It may be nil.
	Lacks func(Pass) string
	// Maybe reports whether the output's value may be absent as a whole although the
	// output was taken (an SQL row without notFound wired).
	Maybe func(Pass) bool
}

// Refusal reports whether the output is taken where a request is refused, of which something has to become even where
// nobody waits for an answer.
func (o *Output) Refusal() bool { return o.Class != Free && o.Class != Absent }

// DocsSpec is what the documentation and the search of node types have beside Title and Doc.
type DocsSpec struct {
	// Also are the names of the node type in other tools, and those that authors guess: "httpRequest". FC101 leads from
	// them to the type.
	Also []string
	// Words are further words of a search, in small letters. Several types may have the same.
	Words []string
	// Further says in sentences which outputs Template.Further adds.
	Further string
}
