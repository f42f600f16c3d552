package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flowc-dev/flowc/schema/diag"
)

// unknownCommand is the error of a command line that names no command below parent.
func unknownCommand(parent *cobra.Command, name string) error {
	var known []string
	for _, sub := range parent.Commands() {
		if sub.IsAvailableCommand() {
			known = append(known, sub.Name())
		}
	}
	text := fmt.Sprintf("unknown command %q for %q", name, parent.CommandPath())
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Errorf("%s; did you mean %q?", text, near)
	}
	return fmt.Errorf("%s; there are %s", text, strings.Join(known, ", "))
}

// unknown is the error of a name that is none of the known ones: it names the one that was probably meant, or all.
func unknown(what, name string, known []string) error {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Errorf("there is no %s %q; did you mean %q?", what, name, near)
	}
	return fmt.Errorf("there is no %s %q; there are %s", what, name, strings.Join(known, ", "))
}

// explainUsage has a command and those below it say in one line what is wrong with a command line.
func explainUsage(cmd *cobra.Command) {
	cmd.SetFlagErrorFunc(flagError)
	cmd.DisableFlagsInUseLine = true // the help lists them
	switch {
	case cmd.Name() == "help":
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			found := cmd.Root()
			for _, name := range args {
				next, _, err := found.Find([]string{name})
				if err != nil || next == found {
					return unknownCommand(found, name)
				}
				found = next
			}
			return nil
		}
	case cmd.HasSubCommands():
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil // it prints its help
			}
			return unknownCommand(cmd, args[0])
		}
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	default:
		wanted := cmd.Args
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			switch {
			case wanted != nil && wanted(cmd, args) != nil:
				return fmt.Errorf("%s; want %s", got(beforeDash(cmd, args)), cmd.UseLine())
			case slices.Contains(args, ""): // of a variable that is not set; as a path it would be the working directory
				return fmt.Errorf("an argument is empty; want %s", cmd.UseLine())
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		explainUsage(sub)
	}
}

// got says how many arguments there are.
func got(arguments int) string {
	switch arguments {
	case 0:
		return "an argument is missing"
	case 1:
		return "got one argument"
	}
	return fmt.Sprintf("got %d arguments", arguments)
}

// invalidValue says what a flag takes, in place of the function that has refused it.
func invalidValue(err *pflag.InvalidValueError) error {
	want := map[string]string{"bool": "true or false", "int64": "a whole number"}[err.GetFlag().Value.Type()]
	if want == "" {
		return err
	}
	return fmt.Errorf("--%s %s: want %s", err.GetFlag().Name, err.GetValue(), want)
}

// flagError names the flag that was probably meant, or all.
func flagError(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return invalidValue(invalid)
	}
	missing := (*pflag.NotExistError)(nil)
	if !errors.As(err, &missing) {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if len(missing.GetSpecifiedName()) > 1 {
		if near := diag.Nearest(missing.GetSpecifiedName(), known); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
	}
	return fmt.Errorf("%w; %s has --%s", err, cmd.CommandPath(), strings.Join(known, ", --"))
}
