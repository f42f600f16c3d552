package database

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestWhoseFaultAMisfitIs tells a caller of a value that he sent, and nobody of one that is stored or the service's own.
func TestWhoseFaultAMisfitIs(t *testing.T) {
	for _, tt := range []struct {
		parameter int
		given     bool
		caller    bool   // it is his fault
		field     string // that he is told
	}{
		{0, false, false, ""}, {0, true, true, ""}, {1, false, true, "age"}, {1, true, true, "age"}, {2, false, false, ""}, {2, true, false, ""},
		{3, false, true, ""},
	} {
		p := &prepared{from: map[int]string{1: "age"}, own: []int{2}, given: tt.given}
		var refused *rt.Error
		misfit := &misfitError{parameter: tt.parameter, what: isMalformed, code: "22P02", err: errors.New("x")}
		caller := errors.As(p.misfit(misfit, ""), &refused)
		if caller != tt.caller || caller && (refused.Status != 400 || tt.field != "" && refused.Fields[tt.field] != isMalformed) {
			t.Errorf("parameter %d, given %t: %+v", tt.parameter, tt.given, refused)
		}
	}
}

// TestWhoseFaultARefusalIs is that of TestWhoseFaultAMisfitIs for NOT NULL and CHECK.
func TestWhoseFaultARefusalIs(t *testing.T) {
	for _, tt := range []struct {
		sent   []string
		column string
		want   bool
	}{{nil, "", false}, {nil, "email", false}, {[]string{"email"}, "", true}, {[]string{"email"}, "EMAIL", true}, {[]string{"email"}, "owner", false}} {
		p := &prepared{sent: tt.sent}
		if got := p.mayBeOf(&refusalError{column: tt.column}); got != tt.want {
			t.Errorf("sent %v, refused %q: %t", tt.sent, tt.column, got)
		}
	}
}

// TestKeysByName tells the column of the key that was violated, and of none where that is not sure.
func TestKeysByName(t *testing.T) {
	p := &prepared{keys: []key{
		{unique, "users_email_key", []string{"email"}}, {unique, "users_email_key_2", []string{"nick"}}, {unique, "pair", []string{"a", "b"}},
		{foreignKey, "users_org_fkey", []string{"org"}},
	}}
	for name, want := range map[string]string{
		"users_email_key": "email", "USERS_EMAIL_KEY_2": "nick", "users_email": "", "pair": "", "": "", "users_org_fkey": "",
	} {
		e := conflict(unique, name, "", errors.New("x"))
		p.locate(e)
		if got := e.Column; (got == nil) != (want == "") || got != nil && *got != want {
			t.Errorf("%q is of %v, want %q", name, got, want)
		}
	}
}

// TestOutdatedStatements are run once more for one feature that is not supported: that a prepared one gives other columns now.
func TestOutdatedStatements(t *testing.T) {
	for _, tt := range []struct {
		err  PostgresError
		want bool
	}{
		{PostgresError{Code: "0A000", Routine: "RevalidateCachedQuery"}, true}, {PostgresError{Code: "0A000", Routine: "transformStmt"}, false},
		{PostgresError{Code: "42601", Routine: "RevalidateCachedQuery"}, false},
	} {
		if got := isOutdated(&tt.err); got != tt.want {
			t.Errorf("%+v: %t", tt.err, got)
		}
	}
}

// TestCallersReadNoDriver wants no word of a driver in what a caller is told.
func TestCallersReadNoDriver(t *testing.T) {
	driver := errors.New("canary")
	var told []string
	for _, err := range []error{
		driver, &unavailableError{driver}, &unknownError{driver}, conflict(unique, "users_email_key", "email", driver), &refusalError{err: driver},
		&misfitError{err: driver}, errors.Join(context.DeadlineExceeded, driver),
	} {
		text := (&statementError{env: "DATABASE_URL", err: err}).Public()
		if text == "" || strings.Contains(text, "canary") {
			t.Errorf("of %T a caller is told %q", err, text)
		}
		told = append(told, text)
	}
	if slices.Sort(told); len(slices.Compact(told)) != 5 {
		t.Errorf("callers are told %q", told)
	}
}
