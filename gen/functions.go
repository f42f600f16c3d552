package gen

import "github.com/flowc-dev/flowc/gen/gocheck"

// goFunctions finds the Go functions that the folder's workflows call.
func (f *Folder) goFunctions() *gocheck.Functions {
	imports := f.Imports
	if imports == nil {
		imports = gocheck.NewImports(f.Dir)
	}
	return gocheck.Open(f.Sources, imports)
}
