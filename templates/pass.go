package templates

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Pass lets a node type read one of its nodes, and report what is wrong with it. Values
// that the document leaves out read as the field's default; values that an earlier check
// refused read as zero.
type Pass interface {
	// Given reports whether the document holds the field.
	Given(field string) bool
	// Text returns a Text, Choice or Duration field, or the variable's name of a Secret.
	Text(field string) string
	// Int returns an Int or Size field, sizes in bytes.
	Int(field string) int64
	// Bool returns a Bool field.
	Bool(field string) bool
	// Duration returns a Duration field.
	Duration(field string) time.Duration
	// List returns a List field, and of a Text or Choice field that may be one its texts, however many there are.
	List(field string) []string
	// Declared returns the entries of a Types or Fields field, sorted by name.
	Declared(field string) []Declared
	// Cases returns a Cases field.
	Cases(field string) []Case
	// Cookies returns a Cookies field.
	Cookies(field string) []Cookie
	// Type returns the type of an Expr, Object or JSON field at the place that is being checked; Unknown where there is
	// none.
	Type(field string) types.Type
	// Format returns what the text of a JSON field is: JSONText too where it was taken for that, and PlainText where the
	// field holds no text.
	Format(field string) Format
	// Yields is the type of what every unanswered end of the node's region yields, and whether there is one.
	Yields() (t types.Type, ends bool)
	// Yielded is the type of what the node carries where its region and what handles a failure there each yield it:
	// nothing where neither does, Unknown where one does.
	Yielded() types.Type
	// FieldOf returns the field of the request that the value of a Bare field is made of, "" where that is none.
	FieldOf(field string) string
	// Labelled returns which placeholders of a Query field carry what no log may show, from 1; of
	// another field 1 where any value in it does.
	Labelled(field string) []int
	// Sent is Labelled for what callers sent.
	Sent(field string) []int
	// Bound returns what the placeholders of a Query field are.
	Bound(field string) []Bound
	// Passed returns the labels of what goes into an Inputs field, but for those that the tag of its field in Go names:
	// what the function says that it keeps to itself.
	Passed(field string) types.Label
	// Keys returns the names in an Object field, sorted.
	Keys(field string) []string
	// Literal returns the text outside of placeholders of an entry of an Object field, or, for the key "", of an Expr
	// field itself.
	Literal(field, key string) string
	// Written returns the text of an entry of an Object or Inputs field, and whether it is one without placeholders, or
	// a number.
	Written(field, key string) (text string, ok bool)
	// Chosen reports whether callers have a say in what an entry of an Object or Inputs field is.
	Chosen(field, key string) bool
	// Varies reports whether an entry of an Object field has a placeholder.
	Varies(field, key string) bool
	// Variable returns the environment variable whose value an entry of an Object field is, unchanged; "" where it is
	// something else.
	Variable(field, key string) string
	// Public reports whether everybody may know an environment variable, by its name or by the project's word.
	Public(variable string) bool
	// IsFalse reports whether an entry of an Object or Inputs field is the literal false.
	IsFalse(field, key string) bool
	// Query returns what the SQL of a Query field means.
	Query(field string) SQL
	// Stored returns the type of what the project's workflows store under a Key field's key;
	// any where none does.
	Stored(field string) types.Type
	// Proof reports whether a Key or Query field finds by nothing but the hash of a token of the request, which proves
	// that the token was issued to the caller. Of a Cond field it reports whether it holds only for callers that have sent
	// a secret of the environment.
	Proof(field string) bool
	// Credential returns how a caller sends the token that an Expr field holds, or whose hash is in a Key or Query field;
	// nil where that has no place of its own: in the body, or in several.
	Credential(field string) *Scheme
	// OwnPagesOnly reports whether pages of other origins must be kept from having a browser send what changes something:
	// a guard that follows the entry point looks into a cookie or is Ambient, or an answer sets a cookie that lets its
	// holder in.
	OwnPagesOnly() bool
	// PostsBack reports whether a node that follows the entry point is Posted.
	PostsBack() bool
	// ReadsBody reports whether what follows the entry point reads the body of the request as a whole, and whether it
	// reads it decoded.
	ReadsBody() (whole, decoded bool)
	// RunTimeHost reports whether the host of a URL field comes from run-time data: neither
	// literals nor environment variables alone.
	RunTimeHost(field string) bool
	// HostField returns the field of the request from which the host of a URL field comes, "" where it comes from none.
	HostField(field string) string
	// Address returns what a URL field begins with, up to its path, as the document writes it.
	Address(field string) string
	// Function returns what the Go function of a Func field takes and returns.
	Function(field string) Function
	// Scopes returns the scopes that a Cond field wants of the caller, by hasScope, whatever else it wants.
	Scopes(field string) []string
	// Subflow returns what the workflow that the node calls takes and returns; of an entry point that is called, and of an
	// end, that of its own workflow.
	Subflow() Subflow
	// Wired reports whether the output has a wire.
	Wired(output string) bool
	// Routes returns where the entry points that lead to the node are served.
	Routes() []Route
	// Stem returns the name of the workflow's file, without .flow.json.
	Stem() string
	// WorkflowID returns the workflow's stable identity.
	WorkflowID() string
	// GoName returns the package-level Go name of the node with suffix: "loginTokenClaims".
	GoName(suffix string) string
	// Handlers returns how much time of their own the nodes behind an entry point have that handle failures, on the
	// longest path.
	Handlers() time.Duration
	// EntryType returns the fields of an entry point, declared and inferred.
	EntryType() types.Type
	// Report adds a diagnostic.
	Report(Problem)
}

// Problem is what a Check reports.
type Problem struct {
	Code   *diag.Code
	Field  string // where: the field
	Key    string // and, in an Object, Types or Fields field, the entry; "" is the field itself
	Output string // or where: the first wire of that output
	// Start and End are a part of a Query, in bytes of SQL.Text; 0 and 0 are all of it.
	Start, End int
	Message    string
	Hint       string
}

// Bound is what stands for a parameter.
type Bound struct {
	Type types.Type
	From string // the field of the request that it comes from; "" where no caller sent it
}

// Declared is an entry of a Types or Fields field.
type Declared struct {
	Name        string
	Type        types.Type
	In          string // path, query, header, cookie or body
	Required    bool
	Sensitive   bool
	Validate    string // a validator/v10 tag
	TagProblem  string // why validator/v10 refuses that for the type, or ""; of members it was reported
	Description string
	// Members are the declarations of what is in it: of an object its members, of a list the elements, whose name is "".
	// There is one for each also where the document writes a type alone; of a Types field there are none.
	Members []Declared
}

// Member is the declaration of what is in it under a name, "" for the elements of a list; zero where there is none.
func (d Declared) Member(name string) Declared {
	for _, m := range d.Members {
		if m.Name == name {
			return m
		}
	}
	return Declared{}
}

// Case is an entry of a Cases field.
type Case struct {
	Kind types.Kind // String, Int or Bool
	Text string     // as the document writes it, without quotes
}

// String is the case as an expression writes it.
func (c Case) String() string {
	if c.Kind == types.String {
		return strconv.Quote(c.Text)
	}
	return c.Text
}

// Cookie is an entry of a Cookies field; its value is read through Step.Cookie.
type Cookie struct {
	Name     string
	MaxAge   int64 // seconds; 0 is a session cookie, below 0 deletes
	Path     string
	SameSite string // Lax, Strict or None
	HTTPOnly bool
	Secure   bool
	Domain   bool // it names a domain, as a header that the document writes may
}

// SQL is what a query means under the schema.
type SQL struct {
	Text        string // placeholders as $1, $2, …
	Columns     []types.Field
	Params      []types.Type
	Sent        []int    // the number that each is sent under, where several are one value; nil where each is its own
	Takes       []string // the types that PostgreSQL has for them, under its names; nil where it was not asked
	ReturnsRows bool
	Writes      bool
	Repeats     bool // running it twice changes more than running it once
	OneRow      bool // exactly one row, always
	Known       bool // the statement was prepared, and without problems
	Partial     bool // there may be columns besides Columns, whose names are unknown
	Tables      []Table
	Proved      []string // the engines that have prepared it: "SQLite", "PostgreSQL 15"
	Awaits      bool     // there is a PostgreSQL to prove it, which was not asked yet
	Unasked     string   // why no PostgreSQL has proved it; "" where one has, or where none will run it
	// Statement says what flows into each column and what is changed, of what can be followed. It is never nil in a SQL
	// that was prepared.
	Statement *statement.Statement
}

// SentAs is the number that parameter n is sent under.
func (q SQL) SentAs(n int) int {
	if n > len(q.Sent) {
		return n
	}
	return q.Sent[n-1]
}

// Sends reports whether parameter n is sent, and not one before it that has its value.
func (q SQL) Sends(n int) bool {
	return n > len(q.Sent) || !slices.Contains(q.Sent[:n-1], q.Sent[n-1])
}

// Table is a table or view that a statement names.
type Table struct {
	Name   string
	Writes bool // the statement changes it
}

// OutOfBounds is the problem of a number outside of the bounds that another setting gives.
func OutOfBounds(field, setting string, got, low, high int64) Problem {
	return Problem{
		Code: diag.FC203, Field: field,
		Message: fmt.Sprintf("%q: want a whole number from %d to %d for %s, got %d", field, low, high, setting, got),
	}
}
