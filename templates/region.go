package templates

// RegionSpec is the region that the output with the role Try leads into. It is zero where no output has that role.
type RegionSpec struct {
	// Does describes the function of the region, for its comment: "runs the nodes that %s protects". Suffix ends its
	// name: "Try".
	Does, Suffix string
	// Swallows is set where an unhandled failure in the region is logged and ignored. Otherwise it goes on outward.
	Swallows bool
	// Retries is set where a failure in the region that may pass runs the region again. What follows the last failure does
	// not go on at Done, but behind the node.
	Retries bool
	// Attempts is the Int field of a node that Retries which says how often in all, Pause the Duration field of the
	// longest wait before the second time.
	Attempts, Pause string
	// Each is set where the region is run for each item of a list. It may be nil.
	Each *Each
	// Transaction is what the region is a transaction of. It may be nil: of nothing.
	Transaction func(Pass) Transaction
	// AtEnd is run last by every unanswered end of the region. It is a node type of its own, for those of the node's
	// fields that it has too: they are checked there. It may be nil; a node whose data lacks the first of them has none either.
	AtEnd *Template
	// AtHandled is AtEnd for the handler of a failure in the region, also where no handler is wired. Where it is set,
	// either end yields what the node carries: an Object field each, with the same names. It may be nil.
	AtHandled *Template
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
