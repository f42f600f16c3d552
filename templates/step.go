package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// Import paths of the runtime's packages, for emitters.
const (
	Runtime  = "github.com/flowc-dev/flowc/runtime"
	APIKey   = Runtime + "/apikey"
	Basic    = Runtime + "/basic"
	Client   = Runtime + "/client"
	Database = Runtime + "/database"
	// ClientCredentials is what fetches tokens for API nodes.
	ClientCredentials = Runtime + "/clientcredentials"
	Functions         = Runtime + "/fn"
	JWT               = Runtime + "/jwt"
	MCP               = Runtime + "/mcp"
	OAuth             = Runtime + "/oauth"
	Password          = Runtime + "/password"
	Storage           = Runtime + "/storage"
	Validate          = Runtime + "/validate"
	Webhook           = Runtime + "/webhook"

	// The engines of databases and stores, which a program links by importing them.
	Postgres = Runtime + "/engine/postgres"
	Redis    = Runtime + "/engine/redis"
	SQLite   = Runtime + "/engine/sqlite"
)

// Step is what an emitter may decide about one node: which statements, in terms of inputs
// as Go expressions, results as variables and outputs' targets as statements. Names and
// places are the emitter's.
type Step interface {
	Pass

	// Exec is the execution: x.
	Exec() *jen.Statement
	// Setup is the constructor's argument: s.
	Setup() *jen.Statement
	// Prepared declares the field of the workflow's struct that is named after the node,
	// with its type and the constructor's expression for it, and returns it: f.check.
	Prepared(typ, init jen.Code) *jen.Statement
	// Secret is the constructor's expression for a Secret field's value.
	Secret(field string) *jen.Statement
	// Shared makes the constructor get an environment variable by an expression of its own, which may find fault with the
	// value, where the variable alone is an entry of an Inputs field.
	Shared(field, name string, get func(variable string) jen.Code)
	// Workflow is the workflow's name.
	Workflow() string
	// Node is the node's id, as Enter and logs show it.
	Node() string

	// Input is the Go expression of an Expr, Cond, Object or JSON field.
	Input(field string) *jen.Statement
	// Entry is the Go expression of one entry of an Object field.
	Entry(field, name string) *jen.Statement
	// Item is the Go expression of value i of a Cookies field.
	Item(field string, i int) *jen.Statement
	// Page is the template of a JSON field whose text is HTML, made once, and the Go expression of what it writes.
	Page(field string) (page, values *jen.Statement)
	// File is the content of a File field's file, of Go's type []byte.
	File(field string) *jen.Statement
	// Args are the parameters of a Query field, or the values of a Key field.
	Args(field string) []jen.Code

	// Callee is the Go function of a Func field.
	Callee(field string) *jen.Statement
	// Argument is the input of the Go function of a Func field, built from an Inputs field.
	Argument(function, inputs string) *jen.Statement

	// Invoke is the call of the workflow that the node calls, and what that returns beside its error.
	Invoke(inputs string) (call *jen.Statement, result *jen.Statement)
	// OutputOf is the constant that the result of the workflow has where that returned by an output.
	OutputOf(output string) *jen.Statement
	// Begin appends what an entry point that is called begins with.
	Begin(fields string)
	// Return appends the end of a workflow that is called: its values, of an Object field, for an output.
	Return(output, values string)

	// Struct declares the package-level struct of the object t, which has a Go name, and
	// returns that name. noun says what it holds ("row", or "each row"), for its comment. Labelled fields
	// are tagged for the log.
	Struct(t types.Type, noun string) *jen.Statement
	// JSONStruct is Struct for a type that is read or written as JSON.
	JSONStruct(t types.Type, noun string) *jen.Statement
	// GoType is the Go type of t, a value of JSON, with every struct in it declared.
	GoType(t types.Type) *jen.Statement
	// Request declares the request's struct of an entry point and returns its name, or
	// struct{} where there is none.
	Request() *jen.Statement
	// Success is the Go type of the object that all answers with a status below 300 have as their body, nil where they
	// differ or have none.
	Success() *jen.Statement
	// Const declares a package-level constant named after the node and suffix.
	Const(suffix string, value string) *jen.Statement

	// Result is the variable that holds what the node yields, of Go type typ. It is
	// blank where nothing reads it, unless needed is set.
	Result(typ jen.Code, needed bool) *jen.Statement
	// Present returns the variable that holds whether the node's row is there. It is blank where nothing reads it, unless
	// needed is set.
	Present(needed bool) *jen.Statement

	// Add appends statements.
	Add(...jen.Code)
	// Local appends `name, err := call`, leaves with err where there is one, and returns the variable.
	Local(name string, call jen.Code) *jen.Statement
	// Let appends `result := value`, or value alone, a call, where nothing reads it.
	Let(result *jen.Statement, value jen.Code)
	// Call appends `vars, err := call` and leaves with err where there is one.
	Call(call jen.Code, vars ...*jen.Statement)
	// CallOr is Call, but the statement refused, which Refused returns, runs before.
	CallOr(call, refused jen.Code, vars ...*jen.Statement)
	// CallElse is Call, but the statements failed run where there is an error.
	CallElse(call jen.Code, failed []jen.Code, vars ...*jen.Statement)
	// Refused returns the statement for a failure that an output carries, which Refuses: what follows it, where the
	// expression of is not nil. That is of Go type typ; where nothing reads it, the condition is is asked instead.
	Refused(output string, typ, of, is jen.Code) jen.Code
	// Reads reports whether anything behind an output reads what that carries.
	Reads(output string) bool
	// Has reports whether the node has an output, wired or not.
	Has(output string) bool
	// Straight is the output that goes straight down the handler, behind the node's own statements.
	Straight() string
	// Differs reports whether what follows an output is not just what goes straight down.
	Differs(output string) bool
	// Shares reports whether what follows two outputs is one method, which both call with the same arguments.
	Shares(a, b string) bool
	// Early appends the statements that follow an output, where the condition when holds; nothing where they do not
	// differ.
	Early(when jen.Code, output string)
	// Branch returns the statements that follow an output, ending in a return.
	Branch(output string) []jen.Code
	// Protected writes the region of the output try as a method of its own, and returns the
	// call of it and the variables for what it yields besides an error.
	Protected() (call *jen.Statement, vars []*jen.Statement)
	// EachItem is the variable of an item of the list that the node's region is run for, and EachIndex that of its place;
	// each is blank where the region does not read it. ItemType is the Go type of the first.
	EachItem() *jen.Statement
	EachIndex() *jen.Statement
	ItemType() jen.Code
	// EndWith appends the end of a region, or of what handles its failure, that yields what the node carries: the names of
	// an Object field. noun says what that is.
	EndWith(field, noun string)
	// Returned returns, where the workflow may return in the region of the output try, the variable for the result, which
	// it declares, and the expression that reports whether the workflow has returned; nil where it does not.
	Returned() (returned, has *jen.Statement)
	// Yield declares the type of a struct of several of these variables, and returns its name and the variable that holds
	// it. It is the fields of that which are read from then on.
	Yield(vars []*jen.Statement) (typ string, variable *jen.Statement)
	// TypeOf is the Go type of one of these variables.
	TypeOf(v *jen.Statement) jen.Code
	// InTransaction reports whether the node may run in a transaction, whichever way leads to it.
	InTransaction() bool
	// Isolation is that with which a Transaction begins; reruns is set where its region may be run again as a whole.
	Isolation() (level Isolation, reruns bool)
	// Stores reports whether Local Storage is used in a region of the node.
	Stores() bool
	// Uncaught returns the statements that leave with err where a transaction around the step has ended by it, or items of
	// a For each that are done at the same time: nothing inside of that can handle it. There are none out of both.
	Uncaught() []jen.Code
	// Handle returns the statements that follow a failure of the region, where one is wired.
	Handle() []jen.Code
	// Answered appends the end of the handler where the region may have answered.
	Answered()
	// Lacks is the Go condition that a Cond field, which asks Within, does not hold; statements before it are appended.
	Lacks(field string) *jen.Statement
	// Leave returns the statement that leaves with err.
	Leave(err jen.Code) jen.Code

	// End appends what follows an answer: `return answer`, or what goes on after it.
	End(answer jen.Code)
	// Serve appends the route of an entry point.
	Serve(register func(handler jen.Code) jen.Code)
}
