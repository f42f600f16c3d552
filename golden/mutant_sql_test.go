package golden_test

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema"
)

// sqlOperators are the mistakes that are made in SQL, and in the schema that it is for.
func sqlOperators() []operator {
	return []operator{
		{"put quotes around an SQL placeholder", editQuery("FC410", quotePlaceholders), false},
		{"put an SQL placeholder in place of a name", editQuery("FC410", placeholderAsName), false},
		{"write a second statement", editQuery("FC209", func(q string) []string {
			return []string{q + "; SELECT 1", q + "; DROP TABLE users", "SELECT 1; " + q, q + ";;SELECT 2", q + " -- \n; SELECT 1"}
		}), false},
		{"misspell a name in SQL", editQuery("FC209", misspellSQL), false},
		{"write SQL that does not parse", editQuery("FC209 FC210 FC410", breakSQL), false},
		{"write a number in SQL that has too many digits", editQuery("FC209", largeNumbers), false},
		{"let a NOT NULL column get nothing", giveNothing, false},
		{"take a row of SQL that returns none", rowOfNone, false},
		{ofSchema, changeTable, false},
		{"break schema.sql", breakSchema, false},
		{"two schemas", partSchemas, false},
	}
}

// editQuery makes a mutant of each query with another one in its place.
func editQuery(codes string, queries func(q string) []string) func(d *draft) []mutant {
	return func(d *draft) []mutant {
		var list []mutant
		for _, n := range d.doc.Nodes {
			v := n.Field("sqlQuery")
			if v == nil || n.Field("sqlDialect") != nil {
				continue // there is none, or nothing prepares it at compile time
			}
			for _, q := range queries(v.Text) {
				if q != v.Text {
					list = append(list, d.setField(n, "sqlQuery", quoted(q), codes))
				}
			}
		}
		return list
	}
}

func quotePlaceholders(q string) []string {
	var list []string
	for _, m := range placeholder.FindAllStringIndex(q, -1) {
		before, p, after := q[:m[0]], q[m[0]:m[1]], q[m[1]:]
		list = append(list, before+"'"+p+"'"+after, before+`"`+p+`"`+after, before+"'%"+p+"%'"+after, before+"`"+p+"`"+after)
	}
	return list
}

// tableName stands where only the name of a table can.
var tableName = regexp.MustCompile(`\b(FROM|INTO|UPDATE|JOIN) ([a-z_]+)`)

// columnName stands where only the name of a column can.
var columnName = regexp.MustCompile(`\b(SET|ORDER BY) ([a-z_.]+)`)

// placeholderAsName puts a placeholder where a name must stand. Left out is ORDER BY, where an expression may be written.
func placeholderAsName(q string) []string {
	var list []string
	for _, m := range tableName.FindAllStringSubmatchIndex(q, -1) {
		list = append(list, q[:m[4]]+"{{request.id}}"+q[m[5]:])
	}
	for _, m := range columnName.FindAllStringSubmatchIndex(q, -1) {
		if q[m[2]:m[3]] == "SET" {
			list = append(list, q[:m[4]]+"{{request.id}}"+q[m[5]:])
		}
	}
	return list
}

// sqlName is a name in SQL: keywords are written in capitals in the projects.
var sqlName = regexp.MustCompile(`\b[a-z][a-z_]*\b`)

// misspellSQL misspells each name of a table, a column and so on, but not one that AS gives or that reads the row that
// an INSERT met.
func misspellSQL(q string) []string {
	var list []string
	plain := maskSQL(q)
	for _, m := range sqlName.FindAllStringIndex(plain, -1) {
		if name := plain[m[0]:m[1]]; strings.HasSuffix(plain[:m[0]], "AS ") || strings.HasSuffix(plain[:m[0]], ") ") {
			continue
		} else {
			list = append(list, q[:m[0]]+name+"x"+q[m[1]:])
		}
	}
	return list
}

// maskSQL blanks placeholders and what stands in quotes.
func maskSQL(q string) string {
	blank := func(s string) string { return strings.Repeat(" ", len(s)) }
	return regexp.MustCompile(`'[^']*'`).ReplaceAllStringFunc(placeholder.ReplaceAllStringFunc(q, blank), blank)
}

// breakSQL makes what no database reads.
func breakSQL(q string) []string {
	list := []string{q + ")", q + " AND", q + " WHERE", "", " ", "-- " + q, strings.ToLower(q[:3]) + " " + q, q + " LIMIT", q + " =", "{{request.id}}", q + " 'a"}
	for _, m := range regexp.MustCompile(`\b(SELECT|FROM|INTO|VALUES|SET|UPDATE|INSERT|WHERE|BY|ON|RETURNING)\b`).FindAllStringIndex(q, -1) {
		list = append(list, q[:m[0]]+q[m[0]:m[1]-1]+q[m[1]:])
	}
	for i, r := range maskSQL(q) {
		if strings.ContainsRune("()", r) {
			list = append(list, q[:i]+q[i+1:])
		}
	}
	return list
}

// sqlNumber is a whole number in SQL.
var sqlNumber = regexp.MustCompile(`\b[0-9]+\b`)

// largeNumbers puts a number of more than 64 bits in place of each, and of each placeholder that is compared or assigned.
func largeNumbers(q string) []string {
	var list []string
	for _, m := range sqlNumber.FindAllStringIndex(maskSQL(q), -1) {
		list = append(list, q[:m[0]]+"9223372036854775808"+q[m[1]:])
	}
	for _, m := range placeholder.FindAllStringIndex(q, -1) {
		if strings.HasSuffix(q[:m[0]], "= ") {
			list = append(list, q[:m[0]]+"-18446744073709551616"+q[m[1]:])
		}
	}
	return list
}

// setToPlaceholder is a column that an UPDATE sets to a placeholder.
var setToPlaceholder = regexp.MustCompile(`(?:SET|,) ([a-z_]+) = (\{\{[^}]*\}\})`)

// giveNothing lets each NOT NULL column that an UPDATE sets get NULL sometimes, or always.
func giveNothing(d *draft) []mutant {
	var list []mutant
	file := string(d.files[d.files.schemaOf()])
	for _, n := range d.doc.Nodes {
		v := n.Field("sqlQuery")
		if v == nil || n.Field("sqlDialect") != nil || !strings.HasPrefix(v.Text, "UPDATE ") {
			continue
		}
		q := v.Text
		for _, m := range setToPlaceholder.FindAllStringSubmatchIndex(q, -1) {
			name, value := q[m[2]:m[3]], q[m[4]:m[5]]
			if !notNull(file, strings.Fields(q)[1], name) {
				continue
			}
			for _, gets := range []string{"CASE WHEN " + name + " = '' THEN " + value + " END", "CAST(NULL AS TEXT)", "(SELECT max(" + name + ") FROM " + strings.Fields(q)[1] + ")", "NULL || " + value} {
				list = append(list, d.setField(n, "sqlQuery", quoted(q[:m[4]]+gets+q[m[5]:]), "FC206 FC209"))
			}
		}
	}
	return list
}

// notNull reports whether a schema declares a column of a table NOT NULL.
func notNull(file, table, column string) bool {
	_, members, _ := strings.Cut(file, "CREATE TABLE "+table+" (")
	members, _, _ = strings.Cut(members, "\n)")
	return regexp.MustCompile(`(?m)^\s*` + column + `\b.*\bNOT NULL`).MatchString(members)
}

// rowOfNone wants rows of a statement without RETURNING.
func rowOfNone(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		v := n.Field("sqlQuery")
		if v == nil {
			continue
		}
		before, _, returns := strings.Cut(v.Text, "RETURNING ") // on a line of its own, or behind a blank
		writes := !strings.HasPrefix(v.Text, "SELECT") && !strings.HasPrefix(v.Text, "WITH")
		if returns && n.Field("sqlMode") != nil {
			list = append(list, d.setField(n, "sqlQuery", quoted(before), "FC209"))
		}
		if writes && !returns {
			for _, mode := range []string{"one", "many"} {
				m := d.setField(n, "sqlMode", quoted(mode), "")
				m.want = at("FC209", n.ID.Value, "/data")
				list = append(list, m)
			}
		}
	}
	return list
}

// ofSchema is the operator whose mistakes show in each statement.
const ofSchema = "change a table"

// changeTable renames each table and column in schema.sql, and not where a document uses it. Left out are those that no
// document names.
func changeTable(d *draft) []mutant {
	schema := d.files.schemaOf()
	file := string(d.files[schema])
	var list []mutant
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)(?:CREATE TABLE |^  )([a-z_]+)`).FindAllStringSubmatchIndex(file, -1) {
		name := file[m[2]:m[3]]
		if names[name] {
			continue
		}
		names[name] = true
		if nodes := d.naming(name); nodes != nil {
			list = append(list, mutant{
				what:  name + " renamed in schema.sql",
				files: d.withFile(schema, []byte(regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(file, name+"_old"))),
				want:  nodes,
			})
		}
	}
	return list
}

// naming wants FC209 at the nodes whose query names a table or column.
func (d *draft) naming(name string) []finding {
	var want []finding
	for _, n := range d.doc.Nodes {
		if v := n.Field("sqlQuery"); v != nil && slices.Contains(sqlName.FindAllString(maskSQL(v.Text), -1), name) {
			want = append(want, at("FC209", n.ID.Value, "/data/sqlQuery")...)
		}
	}
	return want
}

// breakSchema makes mistakes in schema.sql, once a project.
func breakSchema(d *draft) []mutant {
	schema := d.files.schemaOf()
	if schema == "" || !d.first() {
		return nil
	}
	up, down, _ := strings.Cut(string(d.files[schema]), "-- +goose Down")
	begin, text, found := strings.Cut(up, "-- +goose Up")
	if !found {
		begin, text = "", up
	} else {
		begin, down = begin+"-- +goose Up", "\n-- +goose Down"+down
	}
	var list []mutant
	for what, changed := range map[string]string{
		"a comma too many":    strings.Replace(text, "\n);", ",\n);", 1),
		"no closing bracket":  strings.Replace(text, "\n);", "\n;", 1),
		"a keyword misspelt":  strings.Replace(text, "CREATE TABLE", "CREAT TABLE", 1),
		"a table twice":       text + "\n" + text,
		"an unclosed comment": text + "/* ",
		"an unclosed quote":   text + "'",
		"cut off":             text[:len(text)/2],
	} {
		if changed == text {
			continue // the file has nothing of the kind
		}
		list = append(list, mutant{what: what, files: d.withFile(schema, []byte(begin+changed+down)), want: append(d.anywhere("FC209"), finding{codes: "FC209", file: schema, node: "?"})})
	}
	slices.SortFunc(list, func(a, b mutant) int { return strings.Compare(a.what, b.what) })
	m := mutant{what: "schema.sql is gone", files: d.withFile(schema, nil)}
	delete(m.files, beginsPostgres) // with it, PostgreSQL alone would be meant
	delete(m.files, postgres.SchemaFile)
	for name := range d.files.matching(".flow.json") {
		m.want = append(m.want, finding{codes: "FC211", file: name, node: "?"})
	}
	return append(list, m)
}

// first reports whether the document is the first of its project.
func (d *draft) first() bool { return d.files.matching(".flow.json").names()[0] == d.file }

// queries are the SQL nodes of a document.
func (d *draft) queries() []*schema.Node {
	return slices.DeleteFunc(slices.Clone(d.doc.Nodes), func(n *schema.Node) bool { return n.Field("sqlQuery") == nil })
}
