// Package templates says what a node type is: its fields, its outputs, what only it can
// check, and how it is emitted.
//
// It may be imported by templates/<node>, templates/all, gen, gen/ir, gen/lint, gen/emit,
// golden and cmd. Everything that the rest of the compiler knows about node types, it
// learns from Template values.
package templates

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/flowc-dev/flowc/runtime/sender"
	"github.com/flowc-dev/flowc/schema/types"
)

// Template is a node type.
type Template struct {
	Type  string // as nodes[].type writes it: "hash"
	Title string // as a canvas shows it: "Hash"
	Doc   string // what it does, in sentences
	// Also is what other tools call it, and whoever writes a document from memory: "httpRequest". FC101 leads to it.
	Also []string
	// Words are what people type who look for it, beside Title, Doc and Also, in small letters: several types may have
	// one.
	Words []string
	Face  Face // how a canvas draws it

	Entry   bool // an execution may start here
	Answers bool // answers the request and ends its branch; only its output "out" goes on, afterwards

	// Fails reports whether the node can fail by what it does; an expression can always.
	Fails bool
	// Swallows is set where a failure in the region of the output try is logged and passed
	// over when nothing handles it; else it goes on outward.
	Swallows bool
	// Retries is set where a failure in the region of the output try, one that may pass, runs the region again. What
	// follows the last failure does not go on at Done, but behind the node.
	Retries bool
	// Each is set where the region of the output try is run for each item of a list. It may be nil.
	Each *Each
	// AtEnd is what every unanswered end of the region runs last, a node type of its own for those of Fields that it has
	// too: they are checked there. It is nil where there is nothing of the kind; of a node, where the first of them is not
	// given.
	AtEnd *Template
	// AtHandled is AtEnd for what handles a failure in the region, also where nothing does. Where there is one, either end
	// yields what the node carries: an Object field each, with the same names. It is nil for all but that.
	AtHandled *Template
	// Region says, for a comment, what the function of the region of the output try is: "what %s protects".
	Region string
	// Transaction is what the region of the output try is a transaction of. It may be nil: of nothing.
	Transaction func(Pass) Transaction
	// Database is the variable of the database that the node's statements run on. It may be nil: the node runs none.
	Database func(Pass) string
	// Passing is set where the node's failure may be one that passes: of another service, a database, a store.
	Passing bool
	// Timeout is the Duration field that says how long the node may take, of an entry point its execution; "" where none
	// does.
	Timeout string
	// Attempts is the Int field of a node that Retries which says how often in all, Pause the Duration field of the
	// longest wait before the second time.
	Attempts, Pause string

	// Born is the data of a new node, where that answers behind an output. It is nil for all else.
	Born func(New) map[string]any
	// Status is the HTTP status that a node answers with. It is nil for all else.
	Status func(Pass) int64
	// Body is the type of the JSON that a node answers with, Unknown where that is none. It is nil for all else.
	Body func(Pass) types.Type
	// Media is the content type of what a node answers with, "" where there is no body. It is nil for all else.
	Media func(Pass) string

	// Mode is the field whose value decides which fields and outputs apply, or "".
	Mode    string
	Fields  []Field
	Outputs []Output // the first one that applies goes straight down the generated handler
	// Further are the outputs that a node has besides, and before Outputs, for what its fields say; known is false where
	// they do not say it. It may be nil: none. FurtherDoc says in sentences which they are.
	Further    func(Pass) (outputs []Output, known bool)
	FurtherDoc string
	// Equal says that no output is the main one: the longest way goes straight down, the others leave early.
	Equal bool

	// Reuse is what the node is to workflows that call one another. It is nil for most.
	Reuse *Reuse
	// Route is where an entry point is served. It is nil for all else.
	Route func(Pass) Route
	// Caller is the field of an entry point that names who calls, beside those of the request; "" where none does.
	Caller string
	// OverHTTP says what of the node can't be where an assistant calls an MCP tool, which is no request of a browser's:
	// each Message goes on behind the node's name. It may be nil.
	OverHTTP func(Pass) []Problem
	// Credentials are the arguments of curl that let a caller through, with $TOKEN and the
	// like for what only the caller knows; "" where there are none. It may be nil.
	Credentials func(Pass) string
	// Scheme is how a caller shows a node who he is, for descriptions of the service. It may be nil, and return nil: not
	// in a way that such descriptions have.
	Scheme func(Pass) *Scheme
	// Ambient reports whether browsers send what the node tells callers by along with whatever a page has them send, of
	// any origin, as they do a password that HTTP asked for (RFC 9110, 11.1). It may be nil: never, but for cookies, which
	// fields name.
	Ambient func(Pass) bool
	// Posted reports whether another site has browsers post to the path of an entry point that the node follows, to end
	// what the node began: the entry point takes that, whatever its method is. It may be nil: never.
	Posted func(Pass) bool
	// Variables are the environment variables that what the node needs at run time reads by a name of its own, beside
	// those of its fields. It may be nil.
	Variables func(Pass) []string
	// Opens is the import path of the runtime's package whose Open New calls, for what the node needs at run time and no
	// field of its workflow holds: that must be known to work before somebody calls. It is "" where there is none, and
	// may be nil.
	Opens func(Pass) string
	// Engines are the import paths of the engines that what the node needs at run time may be opened with, as a URL of the
	// environment says. It may be nil: none.
	Engines func(Pass) []string
	// Redirect is where the caller is sent on to: an Object field, and the key of its entry; "" where that says nothing.
	// It may be nil: nowhere.
	Redirect func(Pass) (field, key string)
	// Costly is set where the node takes long on purpose.
	Costly bool
	// Effect reports whether the node changes something outside the workflow.
	Effect func(Pass) bool
	// Safe reports whether that effect is to ask for something, and meant to change nothing (RFC 9110, 9.2.1). It may be
	// nil: never.
	Safe func(Pass) bool
	// Repeats reports whether doing what the node does twice is more than doing it once. It may be nil: never.
	Repeats func(Pass) bool
	// Touches says what the node uses outside of the workflow, for people: "table users (written)". It may be nil:
	// nothing.
	Touches func(Pass) []string
	// Headers are those that answers below the node carry, whichever Response answers. It may be nil: none.
	Headers func(Pass) []Header
	// Keeps is what the node does with what is stored under its Key field. It may be nil.
	Keeps func(Pass) Kept
	// Signs is the token that the node signs, nil where it signs none. It may be nil.
	Signs func(Pass) *Signed
	// Signing is how the sender of a Webhook signs whom the node verifies, nil where that is not known. It may be nil.
	Signing func(Pass) *sender.Signing
	// Hashes is how the node hashes passwords, or checks them against hashes. It may be nil.
	Hashes func(Pass) Hashing
	// Unverified are the claims of who is let in that say who he is only where somebody has verified them, which is a
	// field of the same name then. It may be nil: none.
	Unverified func(Pass) []string
	// Issuer is the one whose tokens the node verifies, nil where it verifies none. It may be nil: nobody issues its
	// credentials.
	Issuer func(Pass) *Issuer
	// Strangers is the issuer whose tokens the node takes although others than it means may have them, nil where there is
	// none. It may be nil: nothing but a list of callers decides who has a token.
	Strangers func(Pass) *Strangers
	// Strengths are what the node asks of callers, or keeps from others, so that two versions of it can be compared. It
	// may be nil: nothing.
	Strengths func(Pass) []Strength
	// Check reports what only this node type can know. It may be nil.
	Check func(Pass)
	// Constants are the suffixes of the package-level constants that Emit declares: "SQL"
	// for loginUserSQL.
	Constants []string
	// Emit writes the node's statements.
	Emit func(Step)
}

// Each names the fields of a node whose region is run for each item of a list.
type Each struct {
	Items       string // the list: a Bare field
	Name, Index string // what an item, and its place from 0, are called in the region: Text fields
	Parallel    string // for how many items the region is run at the same time: an Int field
}

// Transaction is what a region is a transaction of.
type Transaction struct {
	Database     string // the variable of the database
	KeepsRefused bool   // an answer with a status from 400 on does not take back what was done
	Isolation    Isolation
}

// Isolation is what a transaction sees of others that run at the same time.
type Isolation string

// The isolations, the first of which is for the compiler to choose.
const (
	Auto          Isolation = "auto"
	ReadOnly      Isolation = "readOnly"      // one state of the database, of which it changes nothing
	ReadCommitted Isolation = "readCommitted" // what is committed when each statement begins
	Serializable  Isolation = "serializable"  // as if none of them ran at the same time
)

// Header is one that answers carry without a Response that sets it.
type Header struct {
	Name   string
	Status int // of the answers that carry it, 0 where all do
}

// Signed is a token as a node signs it. Who verifies it tells it from another one by what is here alone.
type Signed struct {
	Secret    string // the variable that holds the key
	Algorithm string
	Audience  string // "" is anybody; a literal or {{env.NAME}}
	Lifetime  time.Duration
}

// Hashing is how passwords are hashed.
type Hashing struct {
	Verifies  bool // the node checks a password, else it makes a hash
	Algorithm string
	Rounds    int64
}

// String is how people name it: "bcrypt with 12 rounds".
func (h Hashing) String() string { return fmt.Sprintf("%s with %d rounds", h.Algorithm, h.Rounds) }

// Scheme is a way of callers to show who they are (OpenAPI 3.1, Security Scheme Object).
type Scheme struct {
	HTTP   string // the scheme of the header Authorization (RFC 9110, 11.1): "basic" or "bearer"
	Format string // of a bearer token, where it is always the same: "JWT"
	Header string // else the header that holds a key
	Cookie string // or the cookie
	Query  string // or the parameter of the address
	// Login says that a browser which opens a page without all that is sent to log in, and comes back with the parameters
	// code and state.
	Login bool
	// Of a JWT that is signed with a secret: by which algorithm, and the name of the variable that holds it. Algorithm is
	// "" of all else.
	Algorithm, Secret string
	// Of such a JWT: by whom it must be signed and for whom, nil for anybody. Each is a literal or {{env.NAME}}.
	Issuers, Audiences []string
}

// Kept is what a node does with what is stored under a key.
type Kept struct {
	What   string     // what it takes it for: KeptValue, or what else may be there; "" where it does not mind
	Stores bool       // it stores, else it only reads
	Type   types.Type // of what it stores
	Apart  bool       // in a name space of its own: the same key of another node type is another one
	Pace   string     // of a limit: how many pass, in words that are the same for the same pace
	// Lifetime is for how long it is stored, 0 where it does not say.
	Lifetime time.Duration
}

// KeptValue is a value of the workflow, which Pass.Stored tells the type of.
const KeptValue = "value"

// Route is a place in net/http's mux.
type Route struct {
	Method, Path string
	Public       bool   // without a guard on purpose
	Strict       bool   // fields of the query and the body that it does not declare are refused
	Preflight    bool   // answers OPTIONS on the path too, for browsers of other origins
	Posted       bool   // takes POST on the path too, from a site that ends a login so
	Hook         bool   // called by another service, whose signature is over the raw body; the path is the server's to give
	Tool, Scope  string // of an MCP tool: its name, and what a token must have to call it; the method and the path are those of all tools
}

// TakesBody reports whether a caller may send a body there that the workflow reads (RFC 9110, 9.3).
func (r Route) TakesBody() bool {
	return r.Tool == "" && slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, r.Method)
}

// String is how people name a route: "POST /login", "tool find_notes".
func (r Route) String() string {
	if r.Tool != "" {
		return "tool " + r.Tool
	}
	return r.Method + " " + r.Path
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
	Proofs   bool       // Object: what is sent to prove who calls; those of its entries that are secret by their names are never literals
	Repeats  bool       // Object: an entry may be a list of scalars, which is sent as one entry for each, and null, which is left out
	TextKeys []string   // Object: entries that are text by nature
	ListKeys []string   // Object: entries that may be a list of texts too, which means these with spaces between them
	Variants []Variant  // Object: the forms that it may have, by its key "type"; nil is any keys
	Token    bool       // Expr: what stands here is a token, wherever it comes from
	Password bool       // Expr: what stands here is a password, whatever the field of the request's body is called that it comes from
	Shown    bool       // Expr: what a caller shows to be let in, so that checking what is there without him lets everybody in
	Costly   bool       // Expr: checking against it takes long on purpose, and tells by its time whether it was done
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
	Claim               // readable by whoever holds the token
	Stored              // outlives the execution: a database, Local Storage
	Sent                // leaves in the body or a header of a call to the host of the node's URL field
	Address             // part of a URL, which logs on the way keep
)

// Output is one way out of a node.
type Output struct {
	Name     string
	Doc      string
	Class    Class // of the answers that callers get where it is taken
	Required bool  // must be wired; unless it is a Refusal or leads into a region, only where somebody waits for an answer
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
	// ByField is set where that is read field by field: whoever reads the node as a whole there means what it yields, and
	// has drawn the wire from another output.
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

// Unwired is what happens where an output has no wire.
type Unwired uint8

// What may happen at an unwired output.
const (
	Ends  Unwired = iota // the branch ends here
	Falls                // it is not taken: execution goes on at the first output
	Fails                // it is a failure of the node
)

// Role is what an output is to the region that its node protects.
type Role uint8

// The roles.
const (
	Plain   Role = iota
	Try          // leads into the region
	Done         // follows the region's end
	Handler      // follows a failure in the region
)
