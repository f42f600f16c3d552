// Command web builds the page of studio: the libraries and our own code as two files, so that a change of ours does not
// commit the libraries again.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	out := flag.String("o", "../dist", "folder to write into")
	flag.Parse()
	if err := build(*out); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// build installs what package-lock.json says, checks types, which esbuild does not, and bundles.
func build(out string) error {
	for _, args := range [][]string{{"npm", "ci", "--ignore-scripts"}, {"node_modules/.bin/tsc", "--noEmit"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
	}
	libraries, err := bundle(options("src/lib.ts", filepath.Join(out, "lib.js")))
	if err != nil {
		return err
	}
	page := options("src/main.tsx", filepath.Join(out, "app.js"))
	page.Plugins = []api.Plugin{{Name: "lib", Setup: fromLibraries}}
	if _, err := bundle(page); err != nil {
		return err
	}
	index, err := os.ReadFile("src/index.html")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "index.html"), index, 0o644); err != nil {
		return err
	}
	return writeLicenses(filepath.Join(out, "LICENSES.txt"), libraries)
}

func options(entry, out string) api.BuildOptions {
	return api.BuildOptions{
		EntryPoints: []string{entry}, Outfile: out, Bundle: true, Write: true, Metafile: true,
		Format: api.FormatESModule, Target: api.ES2022, Platform: api.PlatformBrowser, Charset: api.CharsetUTF8,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsNone,
		JSX: api.JSXAutomatic, Define: map[string]string{"process.env.NODE_ENV": `"production"`}, LogLevel: api.LogLevelWarning,
	}
}

// fromLibraries has our code import the libraries from their own file.
func fromLibraries(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: `^(\.{1,2}/lib|react/jsx-runtime)$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: "./lib.js", External: true}, nil
	})
}

// bundle returns what esbuild says of what went in.
func bundle(o api.BuildOptions) (metafile string, err error) {
	result := api.Build(o)
	if len(result.Errors) > 0 {
		return "", fmt.Errorf("bundling %s failed", o.EntryPoints[0])
	}
	return result.Metafile, nil
}
