package flow

import _ "embed"

//go:embed README.md
var reference string

// Reference describes in Markdown in which order nodes run, with drawings.
func Reference() string { return reference }
