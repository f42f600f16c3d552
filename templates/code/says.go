package code

import "strings"

// says is the function by its short name, without the path of its package.
func says(text func(string) string) string {
	name := text("codeFunction")
	return name[strings.LastIndexAny(name, "./")+1:]
}
