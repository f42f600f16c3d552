package serve

import (
	"fmt"
	"net"
	"slices"
	"strings"
)

// placeholders stand in the arguments and the environment of a program for where it listens, for the host and the port.
var placeholders = []string{"{addr}", "{host}", "{port}"}

// withAddress returns texts in which an address stands for the placeholders.
func withAddress(texts []string, address string) []string {
	host, port, _ := net.SplitHostPort(address) // it is one of ours
	replacer := strings.NewReplacer("{addr}", address, "{host}", host, "{port}", port)
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = replacer.Replace(text)
	}
	return out
}

// checkAddress returns an error where the program would not learn where to listen, or the environment is none.
func (d *Server) checkAddress() error {
	for _, text := range d.Options.Env {
		if name, _, ok := strings.Cut(text, "="); !ok || name == "" {
			return fmt.Errorf("--env %s: want NAME=VALUE", text)
		}
	}
	named := func(text string) bool {
		return slices.ContainsFunc(placeholders, func(p string) bool { return strings.Contains(text, p) })
	}
	if d.target.Serves || slices.ContainsFunc(d.Options.Env, named) || slices.ContainsFunc(d.Args, named) {
		return nil
	}
	return fmt.Errorf("%s chooses itself where it listens: pass the address, as --env LISTEN={addr}, or behind -- as its "+
		"argument (there are {addr}, {host} and {port})", d.target.Program)
}
