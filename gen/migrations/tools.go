package migrations

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// folder is what a folder holds.
type folder struct {
	name   string
	files  []File
	others []string // names of what is no SQL
}

// tool is a tool that runs migrations.
type tool struct {
	name string
	// begins matches the line that begins what goes up, ends the one that ends it.
	begins, ends *regexp.Regexp
	alone        *regexp.Regexp // the line that has statements run in no transaction
	mayLack      bool           // a file without the line goes up as a whole
}

func line(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?mi)^[\x{FEFF} \t]*` + pattern + `[ \t\r]*$`)
}

// tools are those that mark in a file what goes up.
var tools = []tool{
	{
		name: "goose", begins: line(`--[ \t]*\+goose[ \t]+Up`), ends: line(`--[ \t]*\+goose[ \t]+Down`),
		alone: line(`--[ \t]*\+goose[ \t]+NO[ \t]+TRANSACTION`),
	},
	{
		name: "sql-migrate", begins: line(`--[ \t]*\+migrate[ \t]+Up\b.*`), ends: line(`--[ \t]*\+migrate[ \t]+Down\b.*`),
		alone: line(`--[ \t]*\+migrate[ \t]+Up\b.*notransaction.*`),
	},
	{
		name: "dbmate", begins: line(`--[ \t]*migrate:up\b.*`), ends: line(`--[ \t]*migrate:down\b.*`),
		alone: line(`--[ \t]*migrate:up\b.*transaction:false.*`),
	},
	{
		name: "tern", ends: line(`----[ \t]*create above[ \t]*/[ \t]*drop below[ \t]*----`),
		alone: line(`----[ \t]*disable-tx[ \t]*----`), mayLack: true,
	},
}

var (
	upFile   = regexp.MustCompile(`^0*(\d+)_[^/]*\.up\.sql$`)
	downFile = regexp.MustCompile(`^\d+_[^/]*\.down\.sql$`)
	number   = regexp.MustCompile(`^0*(\d+)(?:[_.-][^/]*)?\.sql$`)
	envsub   = line(`--[ \t]*\+goose[ \t]+ENVSUB[ \t]+ON`)
	goGoose  = regexp.MustCompile(`\bgoose\.Add\w*Migration`)
)

// marked reports whether a file has a line of the tool.
func (t *tool) marked(f File) bool {
	return t.begins != nil && t.begins.MatchString(f.Src) || t.begins == nil && t.ends.MatchString(f.Src)
}

// inOrder returns what goes up of the files, in the order of the tool that runs them.
func (f *folder) inOrder() ([]File, error) {
	if len(f.files) == 0 {
		return nil, wrong(f.name, "it holds no .sql files")
	}
	var found []string
	var by *tool
	for i, t := range tools {
		if slices.ContainsFunc(f.files, t.marked) || t.mayLack && slices.Contains(f.others, t.name+".conf") {
			found, by = append(found, t.name), &tools[i]
		}
	}
	pairs := slices.ContainsFunc(f.files, func(file File) bool { return upFile.MatchString(path.Base(file.Name)) })
	if pairs {
		found = append(found, "golang-migrate")
	}
	switch {
	case len(found) > 1:
		return nil, wrong(f.name, "its files are of several tools: %s", strings.Join(found, ", "))
	case pairs:
		return f.ofPairs()
	case by != nil:
		return f.ofTool(by)
	}
	return f.plain()
}

// ofTool reads files in which a tool's lines mark what goes up.
func (f *folder) ofTool(t *tool) ([]File, error) {
	var list []numbered
	for _, file := range f.files {
		n := number.FindStringSubmatch(path.Base(file.Name))
		if n == nil {
			return nil, wrong(file.Name, "its name has to begin with a number, as %s orders files by", t.name)
		}
		if at := envsub.FindStringIndex(file.Src); at != nil && t.name == "goose" {
			e := wrong(file.Name, "ENVSUB is not read: what it writes depends on the environment")
			e.Src, e.Start, e.End = file.Src, at[0], at[1]
			return nil, e
		}
		start, end := 0, len(file.Src)
		if t.begins != nil {
			at := t.begins.FindStringIndex(file.Src)
			if at == nil {
				return nil, wrong(file.Name, "it has no line that begins what %s runs", t.name)
			}
			start = at[1]
		}
		if at := t.ends.FindStringIndex(file.Src[start:]); at != nil {
			end = start + at[0]
		}
		if i := strings.Index(file.Src[start:end], "{{"); i >= 0 && t.name == "tern" {
			e := wrong(file.Name, "templates of tern are not read: let the key name a dump (pg_dump -s)")
			e.Src, e.Start, e.End = file.Src, start+i, start+i+2
			return nil, e
		}
		file.Up = blank(blank(file.Src, 0, start), end, len(file.Src))
		file.Alone = t.alone.MatchString(file.Src)
		list = append(list, numbered{file, n[1]})
	}
	return byVersion(list)
}

// ofPairs reads the files of golang-migrate: those whose names end with .up.sql.
func (f *folder) ofPairs() ([]File, error) {
	var list []numbered
	for _, file := range f.files {
		base := path.Base(file.Name)
		n := upFile.FindStringSubmatch(base)
		switch {
		case n != nil:
			file.Up = file.Src
			list = append(list, numbered{file, n[1]})
		case !downFile.MatchString(base):
			return nil, wrong(file.Name, "it is neither .up.sql nor .down.sql, as the others are")
		}
	}
	return byVersion(list)
}

// plain reads numbered files that go up as a whole, as Atlas has them.
func (f *folder) plain() ([]File, error) {
	var list []numbered
	for _, file := range f.files {
		n := number.FindStringSubmatch(path.Base(file.Name))
		if n == nil {
			return nil, wrong(f.name, "no tool is known whose files are these: %s has no number. Name one file, or a folder of goose, "+
				"golang-migrate, dbmate, sql-migrate, tern, Atlas or plain numbered files", path.Base(file.Name))
		}
		file.Up, file.Alone = file.Src, true
		list = append(list, numbered{file, n[1]})
	}
	return byVersion(list)
}
