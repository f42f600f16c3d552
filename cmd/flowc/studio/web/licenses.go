package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// writeLicenses puts the licences of the packages together that a bundle holds code of.
func writeLicenses(path, metafile string) error {
	packages, err := packagesOf(metafile)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("The page of flowc studio holds code of these packages.\n")
	for _, dir := range packages {
		text, err := license(dir)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.TrimPrefix(dir, "node_modules/"), strings.TrimSpace(text))
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// packagesOf are the folders of the packages whose files went into a bundle, sorted.
func packagesOf(metafile string) ([]string, error) {
	var meta struct{ Inputs map[string]any }
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, fmt.Errorf("reading what was bundled: %w", err)
	}
	found := map[string]bool{}
	for input := range meta.Inputs {
		_, inside, ok := strings.Cut(input, "node_modules/")
		if !ok {
			continue
		}
		parts := strings.Split(inside, "/")
		n := 1
		if strings.HasPrefix(inside, "@") {
			n = 2
		}
		found["node_modules/"+strings.Join(parts[:n], "/")] = true
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// license is the text of a package's licence.
func license(dir string) (string, error) {
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "license*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			continue
		}
		text, err := os.ReadFile(files[0])
		return string(text), err
	}
	return "", fmt.Errorf("%s has no licence", dir)
}
