package main

import (
	"fmt"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// ofTests are the modules that flowc requires for its own tests and its own checks. No project needs them.
var ofTests = []string{
	"github.com/BurntSushi/toml",
	"github.com/chromedp/cdproto",
	"github.com/chromedp/chromedp",
	"github.com/google/go-cmp",
	"go.opentelemetry.io/otel/sdk",
	"go.opentelemetry.io/otel/sdk/metric",
	"golang.org/x/exp/typeparams",
	"honnef.co/go/tools",
}

// goMod writes a project's go.mod. It carries every requirement of the command and of the whole runtime: the first use
// of a node type adds an import to the generated Go, and must not add a requirement that nobody has asked for.
func goMod(path string, s source) ([]byte, error) {
	flowc, err := modfile.Parse("go.mod", s.mod, nil)
	if err != nil {
		return nil, fmt.Errorf("reading flowc's requirements: %w", err)
	}
	f := new(modfile.File)
	if err := f.AddModuleStmt(path); err != nil {
		return nil, fmt.Errorf("writing go.mod: %w", err)
	}
	// A module can't ask for less of Go than one that it requires.
	if err := f.AddGoStmt(flowc.Go.Version); err != nil {
		return nil, fmt.Errorf("writing go.mod: %w", err)
	}
	if err := f.AddTool(modulePath + "/cmd/flowc"); err != nil {
		return nil, fmt.Errorf("writing go.mod: %w", err)
	}
	version := s.version
	if s.dir != "" {
		version = "v0.0.0" // of what is replaced, only the form counts
		if err := f.AddReplace(modulePath, "", s.dir, ""); err != nil {
			return nil, fmt.Errorf("writing go.mod: %w", err)
		}
	}
	require := []*modfile.Require{{Mod: module.Version{Path: modulePath, Version: version}}}
	for _, r := range flowc.Require {
		if slices.Contains(ofTests, r.Mod.Path) {
			continue
		}
		require = append(require, &modfile.Require{Mod: r.Mod, Indirect: true})
	}
	f.SetRequireSeparateIndirect(require)
	return f.Format()
}
