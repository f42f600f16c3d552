package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// canvasOnly are the keys of a node's data that only a canvas reads.
var canvasOnly = []string{"label"}

// keys are those of two objects that mean something, in the order in which they are written: the old ones first.
func keys(before, after *schema.Value) []string {
	var names []string
	for _, m := range slices.Concat(before.Members, after.Members) {
		if !slices.Contains(canvasOnly, m.Key) && !strings.HasPrefix(m.Key, "x-") && !slices.Contains(names, m.Key) {
			names = append(names, m.Key)
		}
	}
	return names
}

// Setting is a setting that has another value, each as its document writes it; "" is none.
type Setting struct{ Name, Before, After string }

// details are settings in words: `jwtExpiresIn: "15m" -> "1h"`.
func details(list []Setting) []string {
	var texts []string
	for _, s := range list {
		switch {
		case s.Before == "":
			texts = append(texts, fmt.Sprintf("%s: %s is new", s.Name, s.After))
		case s.After == "":
			texts = append(texts, fmt.Sprintf("%s: %s is gone", s.Name, s.Before))
		default:
			texts = append(texts, fmt.Sprintf("%s: %s -> %s", s.Name, s.Before, s.After))
		}
	}
	return texts
}

// settings says where two values under one key differ: of objects, each entry by itself, under "key.entry". nil is no
// value.
func settings(old, now *diag.File, before, after *schema.Value, key string) []Setting {
	switch {
	case equal(before, after):
		return nil
	case before != nil && after != nil && before.Kind == schema.Object && after.Kind == schema.Object:
		var list []Setting
		for _, entry := range keys(before, after) {
			list = append(list, settings(old, now, before.Get(entry), after.Get(entry), key+"."+entry)...)
		}
		return list
	case before == nil:
		return []Setting{{key, "", written(now, after)}}
	case after == nil:
		return []Setting{{key, written(old, before), ""}}
	}
	return []Setting{{key, written(old, before), written(now, after)}}
}

// equal reports whether two values mean the same: the order of keys does not.
func equal(a, b *schema.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members) {
		return false
	}
	for i := range a.Items {
		if !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for _, m := range a.Members {
		if !equal(m.Value, b.Get(m.Key)) {
			return false
		}
	}
	return true
}

// written is a value as its document writes it, on one line.
func written(f *diag.File, v *schema.Value) string {
	text := f.Src[v.Span.Start:v.Span.End]
	var line bytes.Buffer
	if err := json.Compact(&line, text); err != nil {
		return string(text) // it was read as JSON before
	}
	return line.String()
}
