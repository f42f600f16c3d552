package templates

// Class is the class of answers that callers get where an output is taken.
type Class uint8

// The classes.
const (
	Free    Class = iota // any answer
	Unknown              // it is not known who calls: 401, 403, 404, 429, 503, or a redirect that the caller does not choose
	Denied               // the caller may not: as Unknown
	Limited              // the caller comes too often: no success
	Invalid              // the request can't be read: no success
	Absent               // what was looked for is not there: no success where finding it lets the caller through
)

// Refusal reports whether the output is taken where a request is refused, of which something has to become even where
// nobody waits for an answer.
func (o *Output) Refusal() bool { return o.Class != Free && o.Class != Absent }

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
