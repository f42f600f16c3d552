package sqlite

import (
	"context"
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
)

// runSchema executes schema.sql one statement after the other, so that each problem has its place.
func (c *Checker) runSchema(ctx context.Context, file *diag.File) diag.List {
	var problems diag.List
	src := string(file.Src)
	for _, tokens := range statements(token.Code(token.SplitForSQLite(src))) {
		start, end := tokens[0].Start, tokens[len(tokens)-1].End
		p, ok := c.runStatement(ctx, src[start:end])
		if ok {
			continue
		}
		problems.Add(diag.Diagnostic{
			Code: diag.FC209, Message: p.Message, Hint: p.Hint,
			File: file, Span: diag.Span{Start: start + p.Start, End: start + p.End},
		})
		if ctx.Err() != nil {
			break // no time is left for the others
		}
	}
	return problems
}

// statements splits a script at its semicolons, and leaves those inside a trigger alone: it ends at `; END ;`.
func statements(tokens []token.Token) [][]token.Token {
	var list [][]token.Token
	start := 0
	for i, t := range tokens {
		if !t.Is(";") || isTrigger(tokens[start:i]) && !(tokens[i-1].Is("END") && tokens[i-2].Is(";")) {
			continue
		}
		if i > start {
			list = append(list, tokens[start:i])
		}
		start = i + 1
	}
	if start < len(tokens) {
		list = append(list, tokens[start:])
	}
	return list
}

// isTrigger reports whether a statement is CREATE [TEMP] TRIGGER.
func isTrigger(tokens []token.Token) bool {
	return token.At(tokens, 0).Is("CREATE") && (token.At(tokens, 1).Is("TRIGGER") || token.At(tokens, 2).Is("TRIGGER"))
}

// runStatement executes one statement of the schema.
func (c *Checker) runStatement(ctx context.Context, text string) (Problem, bool) {
	tokens := token.Code(token.SplitForSQLite(text))
	if first := tokens[0]; first.Is("ATTACH", "DETACH", "VACUUM") {
		p, _ := problemAt(first, "", "%q reaches beyond this database, which schema.sql can't", first.Src)
		return p, false
	}
	if p, bad := badCharacter(tokens, text, true); bad {
		return p, false
	}
	_, err := c.conn.ExecContext(ctx, text)
	if err == nil {
		err = c.tryView(text, tokens)
	}
	if err == nil {
		return Problem{}, true
	}
	if ctx.Err() != nil {
		return problem(0, len(text), fmt.Sprintf("did not end within %s", c.most), ""), false
	}
	cat, catErr := loadCatalog(ctx, c.conn)
	if catErr != nil {
		cat = nil // then there is no "did you mean"
	}
	f := failure{text: text, tokens: tokens, catalog: cat, prepare: c.tryPrepare}
	p := f.explain(err)
	if f.syntax && p.Hint == "" {
		p.Hint = tableMend(tokens)
	}
	return p, false
}

// tryView prepares the SELECT of a CREATE VIEW, which SQLite looks at only when the view is used. A view that
// does not work is dropped: it would be in the way of reading the schema back.
func (c *Checker) tryView(text string, tokens []token.Token) error {
	i := 1
	for token.At(tokens, i).Is("TEMP", "TEMPORARY") {
		i++
	}
	if !tokens[0].Is("CREATE") || !token.At(tokens, i).Is("VIEW") {
		return nil
	}
	i++
	if token.At(tokens, i).Is("IF") {
		i += 3
	}
	name := token.At(tokens, i).Name()
	quotedName := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	_, err := c.columnInfo("SELECT * FROM " + quotedName)
	if err == nil {
		return nil
	}
	for body := i; body < len(tokens); body++ {
		if tokens[body].Is("AS") {
			if _, bodyErr := c.columnInfo(text[tokens[body].End:]); bodyErr != nil {
				err = bodyErr
			}
			break
		}
	}
	if _, dropErr := c.conn.ExecContext(context.Background(), "DROP VIEW "+quotedName); dropErr != nil {
		return fmt.Errorf("dropping view %s: %w", name, dropErr)
	}
	return err
}
