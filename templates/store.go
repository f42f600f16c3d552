package templates

import (
	"time"

	"github.com/flowc-dev/flowc/schema/types"
)

// StoreSpec is where a node reads and stores values that outlive the execution.
type StoreSpec struct {
	// Database is the variable of the database that the node's statements run on. It may be nil: the node runs none.
	Database func(Pass) string
	// Keeps is what the node does with the value stored under its Key field. It may be nil.
	Keeps func(Pass) Kept
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

// KeptValue is a value of the workflow, whose type Pass.Stored returns.
const KeptValue = "value"
