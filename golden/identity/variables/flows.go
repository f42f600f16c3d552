// Package variables is one workflow for several environments: whose tokens it takes is read from variables.
package variables

//go:generate go tool flowc generate
