package hosts

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var StoredPages = rule.Rule{Code: diag.FC408OwnPage, Run: storedPages}

// storedPages reports bytes that callers have stored and that are answered as what these have said them to be, and
// bytes that anybody may store and that are answered as a page: their scripts run as those of this site.
func storedPages(p *rule.Pass) {
	var writes []callersColumn
	p.Nodes(func(s *ir.Step) { writes = append(writes, writtenBy(s)...) })
	p.Nodes(func(s *ir.Step) {
		body, kind := answeredBytes(s)
		if body == nil {
			return
		}
		stores := func(w callersColumn) bool { return w.isRead(p.Values(), body.Expr) }
		anybody := func(w callersColumn) bool { return stores(w) && !w.step.Protected() && !w.isLookedAt(p.Values()) }
		says := func(w callersColumn) bool { return kind != nil && w.isRead(p.Values(), kind) && w.saysAny(p.Values()) }
		if i := slices.IndexFunc(writes, anybody); kind == nil && i >= 0 {
			reportStored(p, s, body, writes[i], "what callers stored as a page of this site", "let browsers save it (responseDownload), or put a guard before the node that stores it")
		}
		if i := slices.IndexFunc(writes, says); i >= 0 && slices.ContainsFunc(writes, stores) {
			reportStored(p, s, body, writes[i], "as a page of this site what callers stored with a type of their choice",
				`let browsers save it (responseDownload), or allow only types without scripts: "validate": "oneof=image/png image/jpeg"`)
		}
	})
}

func reportStored(p *rule.Pass, s *ir.Step, body *ir.Typed, by callersColumn, what, hint string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: body.Tree.JSON.Span, Message: "this returns " + what + ": its scripts run with the rights of its users", Hint: hint,
		Related: []diag.Related{{File: by.step.Node.Workflow.File, Span: by.step.Node.ID.Span, Message: "stores it"}},
	})
}

// answeredBytes returns the bytes that a step answers and that a browser may run, as no header has it save them, and
// their content type where it varies; nil where there are none.
func answeredBytes(s *ir.Step) (body *ir.Typed, kind *expr.Expr) {
	runs := false
	for _, f := range s.Checked() {
		t := s.Value[f.Name]
		if t == nil {
			continue
		}
		switch {
		case f.Sets == "Content-Disposition":
			return nil, nil
		case f.Sink == templates.Answer && f.Headers:
			saved := slices.ContainsFunc(t.Tree.Keys, func(key string) bool {
				return strings.EqualFold(key, "Content-Disposition") ||
					strings.EqualFold(key, "Content-Security-Policy")
			})
			if saved {
				return nil, nil
			}
			kind = varyingType(t)
		case f.Sink == templates.Answer && f.Format != nil && t.Type.Kind == types.Bytes && t.Expr != nil:
			body = t
			runs = slices.Contains([]templates.Format{templates.HTMLText, templates.XMLText, templates.ScriptText}, s.Node.Fields[f.Name].Format)
		}
	}
	if !runs && kind == nil {
		return nil, nil
	}
	return body, kind
}

// varyingType is the content type among some headers where it is not written out.
func varyingType(headers *ir.Typed) *expr.Expr {
	for _, key := range headers.Tree.Keys {
		entry := headers.Entry(key)
		if strings.EqualFold(key, "Content-Type") && entry != nil && entry.Expr != nil && entry.Tree.JSON.Kind == schema.String {
			if _, known := entry.Expr.Const(); !known {
				return entry.Expr
			}
		}
	}
	return nil
}

// callersColumn is a column to which a step assigns a value of the request unchanged.
type callersColumn struct {
	step   *ir.Step
	column statement.Column // in small letters
	value  *expr.Expr
}

// writtenBy are the columns that the statement of a step gives such values.
func writtenBy(s *ir.Step) []callersColumn {
	query, params := s.Query()
	if query.Statement == nil {
		return nil
	}
	var list []callersColumn
	for _, change := range query.Statement.Changes {
		for _, a := range change.Assigned {
			if a.Param == 0 || a.Param > len(params) || params[a.Param-1].Expr == nil || !params[a.Param-1].Type.AllLabels().Has(types.Caller) {
				continue
			}
			column := statement.Column{Table: strings.ToLower(change.Table), Name: strings.ToLower(a.Column)}
			list = append(list, callersColumn{s, column, params[a.Param-1].Expr})
		}
	}
	return list
}

// isRead reports whether a value at a step is read from the column.
func (w callersColumn) isRead(g *values.Graph, e *expr.Expr) bool {
	return slices.ContainsFunc(g.ReadColumns(e), func(r values.ReadColumn) bool {
		return strings.EqualFold(r.Table, w.column.Table) && strings.EqualFold(r.Name, w.column.Name)
	})
}

// saysAny reports whether the value may be a content type of what browsers run, as far as that is known.
func (w callersColumn) saysAny(g *values.Graph) bool {
	return !w.isLookedAt(g) && slices.ContainsFunc([]string{"text/html", "image/svg+xml"}, func(kind string) bool {
		return w.step.Excluded(w.value, "==", constant.MakeString(kind)).Field == ""
	})
}

// isLookedAt reports whether a step before has looked at the value.
func (w callersColumn) isLookedAt(g *values.Graph) bool {
	asked := rule.OriginValues(g, w.value)
	for before := range w.step.Dominators() {
		if before != w.step && rule.ReadsAnyOf(g, before, asked, func(*templates.Field) bool { return true }) {
			return true
		}
	}
	return false
}
