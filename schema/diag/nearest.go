package diag

import (
	"fmt"

	"github.com/flowc-dev/flowc/runtime/nearest"
)

// Nearest returns the known name that was probably meant by name, or "".
func Nearest(name string, known []string) string { return nearest.Name(name, known) }

// DidYouMean returns the hint that names the known name that was probably meant, or "".
func DidYouMean(name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// Certain returns the known name that name can only be a misspelling of, or "".
func Certain(name string, known []string) string { return nearest.Certain(name, known) }
