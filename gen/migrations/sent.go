package migrations

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

var (
	copied  = regexp.MustCompile(`(?mi)^COPY[ \t][^\n;]*[ \t]FROM[ \t]+stdin\b[^\n;]*;[ \t\r]*\n`)
	copyEnd = regexp.MustCompile(`(?m)^\\\.[ \t\r]*$`)
	command = regexp.MustCompile(`(?m)^[ \t]*\\([A-Za-z!?]*)[^\n]*$`)
)

// leaveOut blanks what is not run: the data of COPY, commands of psql, rights and roles, and what only a server of
// its own has.
func (f *File) leaveOut(engine Engine) error {
	if engine == SQLite {
		f.leaveOutOfSQLite()
		return nil
	}
	f.leaveOutData()
	if err := f.leaveOutCommands(); err != nil {
		return err
	}
	up := []byte(f.Up)
	for _, statement := range token.Statements(token.Split(f.Up)) {
		if from, to := unsent(statement); from < to {
			spaces(up, statement[from].Start, statement[to-1].End)
		}
	}
	f.Up = string(up)
	return nil
}

// leaveOutData blanks COPY … FROM stdin with the lines that follow it.
func (f *File) leaveOutData() {
	if !strings.Contains(f.Up, `\.`) {
		return
	}
	up := []byte(f.Up)
	from := 0
	for {
		at := copied.FindStringIndex(f.Up[from:])
		if at == nil {
			break
		}
		end := copyEnd.FindStringIndex(f.Up[from+at[1]:])
		if end == nil {
			from += at[1]
			continue
		}
		spaces(up, from+at[0], from+at[1]+end[1])
		from += at[1] + end[1]
	}
	f.Up = string(up)
}

// leaveOutCommands blanks the commands of psql that change nothing of what is made. Any other is an error: none is
// ever run.
func (f *File) leaveOutCommands() error {
	up := []byte(f.Up)
	tokens := token.Split(f.Up)
	connects := 0
	for _, at := range command.FindAllStringSubmatchIndex(f.Up, -1) {
		start := at[2] - 1
		i, _ := slices.BinarySearchFunc(tokens, start, func(t token.Token, start int) int { return t.Start - start })
		if i > 0 && tokens[i-1].End > start || i == len(tokens) || tokens[i].Start != start {
			continue // in a text or a comment
		}
		name := f.Up[at[2]:at[3]]
		switch {
		case name == "restrict", name == "unrestrict":
		case name == "connect" && connects == 0:
			connects++
		default:
			return f.psql(name, start, at[1])
		}
		spaces(up, start, at[1])
	}
	for i, t := range tokens {
		if t.Src[0] == '\\' && up[t.Start] == '\\' { // behind a statement
			next := token.At(tokens, i+1)
			return f.psql(next.Src, t.Start, max(t.End, next.End))
		}
	}
	f.Up = string(up)
	return nil
}

// psql is the error of a command of psql.
func (f *File) psql(name string, start, end int) error {
	e := wrong(f.Name, "\\%s is a command of psql, which is not run", name)
	e.Src, e.Start, e.End = f.Src, start, end
	return e
}

func spaces(text []byte, start, end int) {
	for i := start; i < end; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// unsent returns which tokens of a statement are not sent: none, all, or the part that names a role.
func unsent(tokens []token.Token) (from, to int) {
	n := len(tokens)
	is := func(i int, words ...string) bool {
		for at, w := range words {
			if !token.At(tokens, i+at).Is(strings.Split(w, "|")...) {
				return false
			}
		}
		return true
	}
	switch {
	case is(0, "COPY"), is(0, "GRANT|REVOKE"), is(0, "REASSIGN|DROP", "OWNED"), is(0, "SECURITY", "LABEL"), is(0, "COMMENT", "ON"),
		is(0, "CREATE|ALTER|DROP", "ROLE|USER|GROUP|POLICY|PUBLICATION|SUBSCRIPTION"), is(0, "ALTER", "DEFAULT", "PRIVILEGES"),
		is(0, "SET|RESET", "ROLE"), is(0, "SET", "LOCAL|SESSION", "ROLE"), is(0, "SET|RESET", "SESSION", "AUTHORIZATION"),
		is(0, "SET", "LOCAL|SESSION", "SESSION", "AUTHORIZATION"):
		return 0, n
	case is(0, "SET") && setsTimeout(tokens):
		return 0, n
	case is(0, "ALTER") && n > 3 && is(n-3, "OWNER", "TO"):
		return 0, n
	case is(0, "CREATE", "SCHEMA") && n > 4 && is(n-2, "AUTHORIZATION"):
		return n - 2, n
	}
	return 0, 0
}

// setsTimeout reports whether a SET is of one of the times after which a server gives up.
func setsTimeout(tokens []token.Token) bool {
	name := token.At(tokens, 1)
	if name.Is("LOCAL", "SESSION") {
		name = token.At(tokens, 2)
	}
	return strings.HasSuffix(strings.ToLower(name.Name()), "_timeout")
}

// inSchema matches how .dump writes a virtual table: as a row of SQLite's own table.
var inSchema = regexp.MustCompile(`(?i)^INSERT INTO sqlite_(?:schema|master)\s*\([^)]*\)\s*` +
	`VALUES\s*\('table','[^']*','[^']*',0,'(CREATE VIRTUAL TABLE [^']*)'\)`)

// leaveOutOfSQLite blanks SQLite's own tables, and of a .dump the rows.
func (f *File) leaveOutOfSQLite() {
	up := []byte(f.Up)
	tokens := token.Code(token.SplitForSQLite(f.Up))
	all := token.Statements(tokens)
	dump := len(all) > 1 && token.At(all[0], 0).Is("PRAGMA") && token.At(all[0], 1).Is("foreign_keys") &&
		token.At(all[1], 0).Is("BEGIN")
	for _, tokens := range all {
		if len(tokens) == 0 {
			continue
		}
		start, end := tokens[0].Start, tokens[len(tokens)-1].End
		own := strings.HasPrefix(strings.ToLower(nameMade(tokens)), "sqlite_")
		virtual := inSchema.FindStringSubmatchIndex(f.Up[start:end])
		switch {
		case virtual != nil:
			spaces(up, start, start+virtual[2])
			spaces(up, start+virtual[3], end)
		case own, dump && tokens[0].Is("INSERT", "DELETE", "PRAGMA"):
			spaces(up, start, end)
		}
	}
	f.Up = string(up)
}

// nameMade returns the name of the table that a CREATE TABLE makes, "" of any other statement.
func nameMade(tokens []token.Token) string {
	if !token.At(tokens, 0).Is("CREATE") || !token.At(tokens, 1).Is("TABLE") {
		return ""
	}
	i := 2
	if token.At(tokens, i).Is("IF") {
		i += 3
	}
	t := token.At(tokens, i)
	if t.Kind == token.Text {
		return t.Text()
	}
	return t.Name()
}
