package trace

import (
	"math/bits"
	"strings"
)

// Way is how a value becomes a part of another one: one bit each, so that a Way is also a set of them.
type Way uint32

// The ways.
const (
	Named     Way = 1 << iota // the same value under another name
	Typed                     // the same as another type: string(id)
	Cased                     // the same but for capitals and white space: lower(email)
	Chosen                    // one of several that it may be: or, when
	Joined                    // a part of a text, as it is and in the order of its edges
	Within                    // a part of what a function makes of it: join, json, replace
	Contains                  // a member, into its object or list
	Member                    // an object, into its member
	Element                   // a list, into its element or what is made of each
	Derived                   // a function or a node leaves nothing of it as it was
	Compared                  // the result says something about it
	Hashed                    // a digest of it
	Encrypted                 // into what is encrypted, or out of it
	Argument                  // a Call gives it to its workflow
	Returned                  // a workflow returns it to a Call
	Written                   // into a column
	Read                      // out of a column
	Stored                    // under a key of Local Storage
	Loaded                    // from under such a key
	Matched                   // a comparison, into the row that it finds; a row, into its columns
	Signed                    // a claim, into a token
	Verified                  // a claim, out of a token that a guard has verified
	last
)

// Sets of ways that rules follow. A rule takes one of these: a mask that leaves a way out finds less, and says nothing
// of it.
const (
	Plain    = Named | Typed | Argument | Returned // it is that value, and no other
	Same     = Plain | Chosen                      // it may be that value
	Spelled  = Same | Cased                        // in another spelling, perhaps
	Parts    = Spelled | Joined | Within | Objects // that value is a part of it
	Followed = Parts | Derived | Encrypted         // it is made of that value
	Objects  = Contains | Member | Element         // into and out of objects and lists
	Kept     = Written | Read | Stored | Loaded    // through columns and Local Storage
	Claimed  = Signed | Verified                   // through tokens
	All      = last - 1                            // every way
)

var wayNames = []string{
	"named", "typed", "cased", "chosen", "joined", "within", "contains", "member", "element", "derived", "compared", "hashed", "encrypted",
	"argument", "returned", "written", "read", "stored", "loaded", "matched", "signed", "verified",
}

// String returns the names of the ways in w, joined by "|".
func (w Way) String() string {
	var names []string
	for ; w != 0; w &= w - 1 {
		names = append(names, wayNames[bits.TrailingZeros32(uint32(w))])
	}
	return strings.Join(names, "|")
}

// Ways returns the set of the ways with these names, and whether all of them are ways.
func Ways(names ...string) (Way, bool) {
	var w Way
	for _, name := range names {
		i := 0
		for i < len(wayNames) && wayNames[i] != name {
			i++
		}
		if i == len(wayNames) {
			return 0, false
		}
		w |= 1 << i
	}
	return w, true
}
