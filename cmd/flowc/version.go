package main

import (
	_ "embed"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

func versionCommand(c *console.Console) *cobra.Command {
	var showLicense bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of flowc, or its licence",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if showLicense {
				c.Printf("%s", license)
				return nil
			}
			c.Printf("flowc %s\n", ownVersion())
			return nil
		},
	}
	cmd.Flags().BoolVar(&showLicense, "license", false, "print the licence, Apache-2.0")
	return cmd
}

// license is the text of the Apache License, Version 2.0.
//
//go:embed LICENSE
var license string

// ownVersion is the version of this very binary.
func ownVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown: this binary holds no build information)"
	}
	return describe(info)
}

// describe is the version of flowc in a binary, with what else is known of its making in parentheses.
func describe(info *debug.BuildInfo) string {
	version := flowcVersion(info)
	if version == "" {
		version = "(devel)"
	}
	details := []string{info.GoVersion}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision", s.Key == "vcs.time":
			details = append(details, s.Value)
		case s.Key == "vcs.modified" && s.Value == "true":
			details = append(details, "modified")
		}
	}
	return fmt.Sprintf("%s (%s)", version, strings.Join(details, ", "))
}

// flowcVersion is the version of the module flowc that was built, or "" for an unreleased state of its source.
func flowcVersion(info *debug.BuildInfo) string {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath && m.Version != "(devel)" && m.Replace == nil {
			return m.Version
		}
	}
	return ""
}
