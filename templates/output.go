package templates

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

// Class is the class of answers that callers get where an output is taken.
type Class uint8

// The classes.
const (
	Free    Class = iota // any answer
	Unknown              // the caller is not authenticated: 401, 403, 404, 429, 503, or a redirect that the caller does not choose
	Denied               // the caller may not: as Unknown
	Limited              // the caller comes too often: no success
	Invalid              // the request can't be read: no success
	Absent               // what was looked for is not there: no success where finding it lets the caller through
)

// ClassOf returns the class of an output of which only its name is known: that of a Call, which a Return names.
func ClassOf(name string) Class {
	switch name {
	case "invalid":
		return Unknown
	case "forbidden":
		return Denied
	case "limited":
		return Limited
	}
	return Free
}
