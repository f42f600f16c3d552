// Package golden holds whole projects and cases that the compiler is tested with, for what shows them to people: the
// starters of `flowc init` and the examples of `flowc explain`. It may be imported by cmd.
package golden

import (
	"embed"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// files names every file of a starter, so that a database or an .env of somebody who tried it out can't get in.
//
//go:embed lint/*.txtar
//go:embed nodes/switch_kinds.txtar
//go:embed apps/accounts/.env.example apps/accounts/main.go apps/accounts/accounts_test.go apps/accounts/attacks_test.go apps/accounts/kit_test.go apps/accounts/limits_test.go
//go:embed apps/accounts/flows/zz_generate.go apps/accounts/flows/migrations/00001_begin.sql apps/accounts/flows/migrations.postgres/00001_begin.sql apps/accounts/flows/flows.postgres.json apps/accounts/flows/flows.flow.go
//go:embed apps/accounts/flows/ask-link.flow.json apps/accounts/flows/caller.flow.json apps/accounts/flows/change-email.flow.json apps/accounts/flows/change-password.flow.json
//go:embed apps/accounts/flows/enter.flow.json apps/accounts/flows/login.flow.json apps/accounts/flows/logout.flow.json
//go:embed apps/accounts/flows/mailbox.flow.json apps/accounts/flows/me.flow.json apps/accounts/flows/remove-account.flow.json apps/accounts/flows/reset-password.flow.json
//go:embed apps/accounts/flows/owner.flow.json apps/accounts/flows/prove-email.flow.json
//go:embed apps/accounts/flows/session.flow.json apps/accounts/flows/signup.flow.json apps/accounts/flows/welcome.flow.json
//go:embed apps/accounts/flows/ask-link.flow.go apps/accounts/flows/caller.flow.go apps/accounts/flows/change-email.flow.go apps/accounts/flows/change-password.flow.go
//go:embed apps/accounts/flows/enter.flow.go apps/accounts/flows/login.flow.go apps/accounts/flows/logout.flow.go
//go:embed apps/accounts/flows/mailbox.flow.go apps/accounts/flows/me.flow.go apps/accounts/flows/remove-account.flow.go apps/accounts/flows/reset-password.flow.go
//go:embed apps/accounts/flows/owner.flow.go apps/accounts/flows/prove-email.flow.go
//go:embed apps/accounts/flows/session.flow.go apps/accounts/flows/signup.flow.go apps/accounts/flows/welcome.flow.go
//go:embed apps/admin/.env.example apps/admin/main.go apps/admin/admin_test.go apps/admin/machines_test.go apps/admin/people_test.go
//go:embed apps/admin/flows/zz_generate.go apps/admin/flows/migrations/00001_begin.sql apps/admin/flows/migrations.postgres/00001_begin.sql apps/admin/flows/flows.postgres.json apps/admin/flows/flows.flow.go
//go:embed apps/admin/flows/add-customer.flow.json apps/admin/flows/list-customers.flow.json
//go:embed apps/admin/flows/set-role.flow.json apps/admin/flows/suspend-customer.flow.json
//go:embed apps/admin/flows/add-customer.flow.go apps/admin/flows/list-customers.flow.go
//go:embed apps/admin/flows/set-role.flow.go apps/admin/flows/suspend-customer.flow.go
//go:embed apps/assistant/.env.example apps/assistant/main.go
//go:embed apps/assistant/assistant_test.go apps/assistant/people_test.go apps/assistant/tools_test.go
//go:embed apps/assistant/flows/zz_generate.go apps/assistant/flows/migrations/00001_begin.sql apps/assistant/flows/migrations.postgres/00001_begin.sql apps/assistant/flows/flows.postgres.json apps/assistant/flows/flows.flow.go
//go:embed apps/assistant/flows/add-note.flow.json apps/assistant/flows/login.flow.json apps/assistant/flows/note.flow.json
//go:embed apps/assistant/flows/notes.flow.json apps/assistant/flows/signup.flow.json
//go:embed apps/assistant/flows/add-note.flow.go apps/assistant/flows/login.flow.go apps/assistant/flows/note.flow.go
//go:embed apps/assistant/flows/notes.flow.go apps/assistant/flows/signup.flow.go
//go:embed apps/auth/.env.example apps/auth/main.go
//go:embed apps/auth/auth_test.go apps/auth/log_test.go apps/auth/login_test.go apps/auth/me_test.go apps/auth/signup_test.go
//go:embed apps/auth/flows/zz_generate.go apps/auth/flows/migrations/00001_begin.sql apps/auth/flows/migrations.postgres/00001_begin.sql apps/auth/flows/flows.postgres.json apps/auth/flows/flows.flow.go
//go:embed apps/auth/flows/login.flow.json apps/auth/flows/me.flow.json apps/auth/flows/signup.flow.json
//go:embed apps/auth/flows/login.flow.go apps/auth/flows/me.flow.go apps/auth/flows/signup.flow.go
//go:embed apps/deadletters/.env.example apps/deadletters/main.go apps/deadletters/kit_test.go apps/deadletters/deadletters_test.go apps/deadletters/attacks_test.go
//go:embed apps/deadletters/flows/zz_generate.go apps/deadletters/flows/migrations/00001_begin.sql apps/deadletters/flows/migrations.postgres/00001_begin.sql apps/deadletters/flows/flows.postgres.json apps/deadletters/flows/flows.flow.go
//go:embed apps/deadletters/flows/discard-letter.flow.json apps/deadletters/flows/list-letters.flow.json apps/deadletters/flows/receive.flow.json
//go:embed apps/deadletters/flows/replay-letter.flow.json apps/deadletters/flows/show-letter.flow.json
//go:embed apps/deadletters/flows/discard-letter.flow.go apps/deadletters/flows/list-letters.flow.go apps/deadletters/flows/receive.flow.go
//go:embed apps/deadletters/flows/replay-letter.flow.go apps/deadletters/flows/show-letter.flow.go
//go:embed apps/hello/main.go apps/hello/hello_test.go
//go:embed apps/hello/flows/zz_generate.go apps/hello/flows/flows.flow.go apps/hello/flows/hello.flow.json apps/hello/flows/hello.flow.go
//go:embed apps/notify/.env.example apps/notify/main.go apps/notify/notify_test.go
//go:embed apps/notify/flows/zz_generate.go apps/notify/flows/migrations/00001_begin.sql apps/notify/flows/migrations.postgres/00001_begin.sql apps/notify/flows/flows.postgres.json apps/notify/flows/flows.flow.go
//go:embed apps/notify/flows/order.flow.json apps/notify/flows/order.flow.go
//go:embed apps/oauth/.env.example apps/oauth/main.go apps/oauth/oauth_test.go apps/oauth/attacks_test.go apps/oauth/provider_test.go
//go:embed apps/oauth/flows/zz_generate.go apps/oauth/flows/flows.flow.go
//go:embed apps/oauth/flows/api.flow.json apps/oauth/flows/home.flow.json apps/oauth/flows/login.flow.json
//go:embed apps/oauth/flows/logout.flow.json apps/oauth/flows/me.flow.json apps/oauth/flows/orders.flow.json
//go:embed apps/oauth/flows/api.flow.go apps/oauth/flows/home.flow.go apps/oauth/flows/login.flow.go
//go:embed apps/oauth/flows/logout.flow.go apps/oauth/flows/me.flow.go apps/oauth/flows/orders.flow.go
//go:embed apps/orders/.env.example apps/orders/main.go
//go:embed apps/orders/orders_test.go apps/orders/place_test.go apps/orders/read_test.go apps/orders/refused_test.go
//go:embed apps/orders/flows/zz_generate.go apps/orders/flows/code.go
//go:embed apps/orders/flows/migrations/00001_begin.sql apps/orders/flows/migrations.postgres/00001_begin.sql apps/orders/flows/flows.postgres.json apps/orders/flows/flows.flow.go
//go:embed apps/orders/flows/cancel-order.flow.json apps/orders/flows/list-orders.flow.json
//go:embed apps/orders/flows/place-order.flow.json apps/orders/flows/show-order.flow.json
//go:embed apps/orders/flows/cancel-order.flow.go apps/orders/flows/list-orders.flow.go
//go:embed apps/orders/flows/place-order.flow.go apps/orders/flows/show-order.flow.go
//go:embed apps/organizations/.env.example apps/organizations/main.go apps/organizations/kit_test.go apps/organizations/organizations_test.go apps/organizations/attacks_test.go
//go:embed apps/organizations/flows/zz_generate.go apps/organizations/flows/migrations/00001_begin.sql apps/organizations/flows/migrations.postgres/00001_begin.sql apps/organizations/flows/flows.postgres.json apps/organizations/flows/flows.flow.go
//go:embed apps/organizations/flows/add-member.flow.json apps/organizations/flows/found-organization.flow.json apps/organizations/flows/list-members.flow.json
//go:embed apps/organizations/flows/list-organizations.flow.json apps/organizations/flows/remove-member.flow.json
//go:embed apps/organizations/flows/add-member.flow.go apps/organizations/flows/found-organization.flow.go apps/organizations/flows/list-members.flow.go
//go:embed apps/organizations/flows/list-organizations.flow.go apps/organizations/flows/remove-member.flow.go
//go:embed apps/ratelimit/.env.example apps/ratelimit/main.go apps/ratelimit/ratelimit_test.go
//go:embed apps/ratelimit/flows/zz_generate.go apps/ratelimit/flows/flows.flow.go
//go:embed apps/ratelimit/flows/quote.flow.json apps/ratelimit/flows/quote.flow.go
//go:embed apps/refresh/.env.example apps/refresh/main.go
//go:embed apps/refresh/refresh_test.go apps/refresh/kinds_test.go apps/refresh/rotation_test.go
//go:embed apps/refresh/flows/zz_generate.go apps/refresh/flows/migrations/00001_begin.sql apps/refresh/flows/migrations.postgres/00001_begin.sql apps/refresh/flows/flows.postgres.json apps/refresh/flows/flows.flow.go
//go:embed apps/refresh/flows/login.flow.json apps/refresh/flows/logout.flow.json apps/refresh/flows/me.flow.json
//go:embed apps/refresh/flows/refresh.flow.json apps/refresh/flows/signup.flow.json
//go:embed apps/refresh/flows/login.flow.go apps/refresh/flows/logout.flow.go apps/refresh/flows/me.flow.go
//go:embed apps/refresh/flows/refresh.flow.go apps/refresh/flows/signup.flow.go
//go:embed apps/sessions/.env.example apps/sessions/main.go apps/sessions/sessions_test.go apps/sessions/attacks_test.go
//go:embed apps/sessions/flows/zz_generate.go apps/sessions/flows/migrations/00001_begin.sql apps/sessions/flows/migrations.postgres/00001_begin.sql apps/sessions/flows/flows.postgres.json apps/sessions/flows/flows.flow.go
//go:embed apps/sessions/flows/login.flow.json apps/sessions/flows/logout.flow.json apps/sessions/flows/me.flow.json apps/sessions/flows/signup.flow.json
//go:embed apps/sessions/flows/login.flow.go apps/sessions/flows/logout.flow.go apps/sessions/flows/me.flow.go apps/sessions/flows/signup.flow.go
//go:embed apps/shortener/.env.example apps/shortener/main.go apps/shortener/kit_test.go apps/shortener/shortener_test.go apps/shortener/attacks_test.go
//go:embed apps/shortener/flows/zz_generate.go apps/shortener/flows/migrations/00001_begin.sql apps/shortener/flows/migrations.postgres/00001_begin.sql apps/shortener/flows/flows.postgres.json apps/shortener/flows/flows.flow.go
//go:embed apps/shortener/flows/follow.flow.json apps/shortener/flows/list-links.flow.json apps/shortener/flows/remove-link.flow.json
//go:embed apps/shortener/flows/shorten.flow.json
//go:embed apps/shortener/flows/follow.flow.go apps/shortener/flows/list-links.flow.go apps/shortener/flows/remove-link.flow.go
//go:embed apps/shortener/flows/shorten.flow.go
//go:embed apps/teams/.env.example apps/teams/main.go apps/teams/kit_test.go apps/teams/teams_test.go apps/teams/attacks_test.go apps/teams/limits_test.go
//go:embed apps/teams/flows/zz_generate.go apps/teams/flows/migrations/00001_begin.sql apps/teams/flows/migrations.postgres/00001_begin.sql apps/teams/flows/flows.postgres.json apps/teams/flows/flows.flow.go
//go:embed apps/teams/flows/caller.flow.json apps/teams/flows/contacts.flow.json apps/teams/flows/invite.flow.json apps/teams/flows/join.flow.json
//go:embed apps/teams/flows/keys.flow.json apps/teams/flows/login.flow.json apps/teams/flows/logout.flow.json
//go:embed apps/teams/flows/machine.flow.json apps/teams/flows/mailbox.flow.json apps/teams/flows/member.flow.json apps/teams/flows/members.flow.json
//go:embed apps/teams/flows/open.flow.json apps/teams/flows/organizations.flow.json apps/teams/flows/signup.flow.json
//go:embed apps/teams/flows/who.flow.json
//go:embed apps/teams/flows/caller.flow.go apps/teams/flows/contacts.flow.go apps/teams/flows/invite.flow.go apps/teams/flows/join.flow.go
//go:embed apps/teams/flows/keys.flow.go apps/teams/flows/login.flow.go apps/teams/flows/logout.flow.go
//go:embed apps/teams/flows/machine.flow.go apps/teams/flows/mailbox.flow.go apps/teams/flows/member.flow.go apps/teams/flows/members.flow.go
//go:embed apps/teams/flows/open.flow.go apps/teams/flows/organizations.flow.go apps/teams/flows/signup.flow.go
//go:embed apps/teams/flows/who.flow.go
//go:embed apps/todo/.env.example apps/todo/main.go apps/todo/kit_test.go apps/todo/todo_test.go apps/todo/attacks_test.go apps/todo/limits_test.go
//go:embed apps/todo/flows/zz_generate.go apps/todo/flows/migrations/00001_begin.sql apps/todo/flows/migrations.postgres/00001_begin.sql apps/todo/flows/flows.postgres.json apps/todo/flows/flows.flow.go
//go:embed apps/todo/flows/caller.flow.json apps/todo/flows/invitations.flow.json apps/todo/flows/lists.flow.json apps/todo/flows/login.flow.json apps/todo/flows/signup.flow.json
//go:embed apps/todo/flows/todos.flow.json apps/todo/flows/who.flow.json
//go:embed apps/todo/flows/caller.flow.go apps/todo/flows/invitations.flow.go apps/todo/flows/lists.flow.go apps/todo/flows/login.flow.go apps/todo/flows/signup.flow.go
//go:embed apps/todo/flows/todos.flow.go apps/todo/flows/who.flow.go
//go:embed apps/webhooks/.env.example apps/webhooks/main.go
//go:embed apps/webhooks/webhooks_test.go apps/webhooks/github_test.go apps/webhooks/stripe_test.go apps/webhooks/storage_test.go
//go:embed apps/webhooks/flows/zz_generate.go apps/webhooks/flows/code.go apps/webhooks/flows/migrations/00001_begin.sql apps/webhooks/flows/migrations.postgres/00001_begin.sql apps/webhooks/flows/flows.postgres.json apps/webhooks/flows/flows.flow.go
//go:embed apps/webhooks/flows/github.flow.json apps/webhooks/flows/stripe.flow.json
//go:embed apps/webhooks/flows/github.flow.go apps/webhooks/flows/stripe.flow.go
var files embed.FS

// File is a file of a starter.
type File struct {
	Path    string // with slashes, relative to the project
	Content []byte
}

// Starters returns the names of the projects that Starter knows, sorted.
func Starters() []string {
	entries, _ := files.ReadDir("apps") // it is embedded
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// Starter returns the files of a project, sorted by path, without a go.mod. Their import paths are those of this
// module: github.com/flowc-dev/flowc/golden/apps/NAME/….
func Starter(name string) ([]File, bool) {
	if !slices.Contains(Starters(), name) {
		return nil, false
	}
	root, err := fs.Sub(files, path.Join("apps", name))
	if err != nil {
		return nil, false
	}
	var project []File
	err = fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, file)
		project = append(project, File{Path: file, Content: content})
		return err
	})
	slices.SortFunc(project, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return project, err == nil
}

// Example is a lint rule's golden case.
type Example struct {
	Why   string // what the mistake leads to
	Bad   string // the document with the mistake; several files each begin with a line "-- NAME --"
	Want  string // what lint prints about it
	First string // of Want, the first report of the code or the finding
	Good  string // as Bad, without the mistake
}

// LintExample returns the golden case of a code, or of a finding of one ("FC408/open-redirect"): where lint reports that first, else
// where it reports it beside others.
func LintExample(name string) (Example, bool) {
	code, slug, _ := strings.Cut(name, "/")
	if slug == "" {
		return lintCase("lint/"+code+".txtar", "")
	}
	cases, _ := fs.Glob(files, "lint/"+code+"*.txtar") // the pattern is well-formed
	var beside Example
	for _, file := range cases {
		e, _ := lintCase(file, " ["+name+"]")
		switch {
		case e.First == "":
		case strings.HasPrefix(e.Want, e.First):
			return e, true
		case beside.First == "":
			beside = e
		}
	}
	return beside, beside.First != ""
}

// lintCase reads a case, whose first report of interest has a mark at the end of its first line.
func lintCase(file, mark string) (Example, bool) {
	text, err := files.ReadFile(file)
	if err != nil {
		return Example{}, false
	}
	archive := txtar.Parse(text)
	want := folder(archive, "want")
	return Example{
		Why:   strings.TrimSpace(string(archive.Comment)),
		Bad:   folder(archive, "bad/"),
		Want:  want,
		First: firstReport(want, mark),
		Good:  folder(archive, "good/"),
	}, true
}

// reportStart begins a report of lint: "login.flow.json:9:12: warning: …".
var reportStart = regexp.MustCompile(`(?m)^\S+:\d+:\d+: (?:error|warning|note): .*$`)

// firstReport returns the first of some reports whose first line ends in a mark, "" where there is none.
func firstReport(want, mark string) string {
	starts := append(reportStart.FindAllStringIndex(want, -1), []int{len(want), len(want)})
	for i, at := range starts[:len(starts)-1] {
		if strings.HasSuffix(want[at[0]:at[1]], mark) {
			return want[at[0]:starts[i+1][0]]
		}
	}
	return ""
}

// folder prints the files of an archive whose names begin with prefix: one alone as it is.
func folder(archive *txtar.Archive, prefix string) string {
	part := &txtar.Archive{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, prefix); ok {
			part.Files = append(part.Files, txtar.File{Name: name, Data: f.Data})
		}
	}
	if len(part.Files) == 1 {
		return string(part.Files[0].Data)
	}
	return string(txtar.Format(part))
}
