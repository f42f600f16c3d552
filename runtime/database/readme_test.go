package database

import (
	"errors"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestCodes holds the table of errors in README.md to what becomes of each code, of a value that a caller sent.
func TestCodes(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(readme), "<!-- runtime/database: the codes -->\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if !found {
		t.Fatal("the table is missing")
	}
	rows, seen := regexp.MustCompile(`(?m)^\| (\w{5}(?:, \w{5})*) \|[^|]*\| (the output .conflict.|\w+)`).FindAllStringSubmatch(table, -1), 0
	for _, row := range rows {
		for _, code := range strings.Split(row[1], ", ") {
			seen++
			if got := answerTo(code); got != row[2] {
				t.Errorf("%s is answered with %s, and README.md says %s", code, got, row[2])
			}
		}
	}
	if seen < 20 || answerTo("42883") != "500" {
		t.Errorf("%d codes are read, and others are answered with %s", seen, answerTo("42883"))
	}
	for code := range faults {
		if !strings.Contains(table, code) {
			t.Errorf("the table lacks %s", code)
		}
	}
	for code := range misfits {
		if !strings.Contains(table, code) {
			t.Errorf("the table lacks %s", code)
		}
	}
}

// answerTo is what a caller gets where the server answers with a code, about the first parameter, which is his.
func answerTo(code string) string {
	p := &prepared{sent: []string{""}, from: map[int]string{1: "field"}}
	err := p.blamed(classifyPostgres(&PostgresError{Code: code, Where: "unnamed portal parameter $1 = 'x'", Err: errors.New(code)}), "")
	var known *rt.Error
	var passing interface{ Unavailable() bool }
	switch {
	case isConflict(err):
		return "the output `conflict`"
	case errors.As(err, &known):
		return strconv.Itoa(known.Status)
	case errors.As(err, &passing) && passing.Unavailable():
		return strconv.Itoa(http.StatusServiceUnavailable)
	}
	return strconv.Itoa(http.StatusInternalServerError)
}
