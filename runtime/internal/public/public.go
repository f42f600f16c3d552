// Package public holds the failures whose text the caller may see.
package public

import "fmt"

// failure is an error whose text quotes no value.
type failure struct{ text string }

// New returns a failure of that text.
func New(text string) error { return &failure{text} }

// Errorf is New with a text that is formatted.
func Errorf(format string, args ...any) error { return New(fmt.Sprintf(format, args...)) }

// Error returns the text.
func (f *failure) Error() string { return f.text }

// Public returns the text: all of it is for the caller.
func (f *failure) Public() string { return f.text }
