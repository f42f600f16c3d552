package expr

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// The limits keep the time and the stack of a compilation bounded, whatever a document holds.
const (
	maxSource = 4 << 10 // bytes of one expression
	maxDepth  = 100     // of nested operations
)

// parse parses the source of a placeholder and refuses what expressions do not have.
func (p *Part) parse() *Problem {
	code, problem := p.parseGo()
	if problem == nil {
		problem = p.allowed(code, 0)
	}
	if problem != nil && problem.Hint == "" {
		if foreign := p.foreign(problem); foreign != nil {
			problem = foreign
		}
	}
	if problem != nil {
		p.bad = true
		return problem
	}
	p.Code = code
	return nil
}

func (p *Part) parseGo() (ast.Expr, *Problem) {
	end := p.base + len(p.source)
	if len(p.source) > maxSource {
		return nil, syntaxError(p.base, end, "expression of more than 4 KiB", "split it with a Set node")
	}
	if strings.TrimSpace(p.source) == "" {
		return nil, syntaxError(p.base, end, "expected an expression, found nothing", "")
	}
	src, problem := goSource(p.source, p.base)
	if problem != nil {
		return nil, problem
	}
	code, err := parser.ParseExprFrom(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, p.parseError(err)
	}
	return code, nil
}

// parseError turns the first error of go/parser into a problem, with the token that the document holds.
func (p *Part) parseError(err error) *Problem {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return syntaxError(p.base, p.base+len(p.source), err.Error(), "")
	}
	message, _, _ := strings.Cut(list[0].Msg, ", found")
	message = strings.NewReplacer("'EOF'", "the end", "selector or type assertion", "a name",
		"missing ',' before newline in argument list", "expected ')'",
		"missing ',' before newline in composite literal", "expected '}'").Replace(message)
	at := min(list[0].Pos.Offset, len(p.source))
	at += len(p.source[at:]) - len(strings.TrimLeft(p.source[at:], " \t\r\n"))
	if at == len(p.source) {
		return syntaxError(p.base+at, p.base+at, message+", found the end", "")
	}
	end := tokenEnd(p.source, at)
	return syntaxError(p.base+at, p.base+end, message+", found "+quote(p.source[at:end]), "")
}

// allowed returns a problem at the first node of e that the grammar of expressions does not have.
func (p *Part) allowed(e ast.Expr, depth int) *Problem {
	if depth >= maxDepth {
		return p.refuse(e, "expression nested deeper than 100")
	}
	switch e := e.(type) {
	case *ast.Ident:
		return nil
	case *ast.BasicLit:
		return p.allowedLiteral(e)
	case *ast.ParenExpr:
		return p.allowed(e.X, depth+1)
	case *ast.SelectorExpr:
		return p.allowed(e.X, depth+1)
	case *ast.IndexExpr:
		return p.allowedAll(depth+1, e.X, e.Index)
	case *ast.UnaryExpr:
		if e.Op != token.NOT && e.Op != token.SUB {
			return p.refuse(e, "operator "+quote(e.Op.String())+" is not allowed")
		}
		return p.allowed(e.X, depth+1)
	case *ast.BinaryExpr:
		if !binaryOperator(e.Op) {
			return p.refuseRange(e.OpPos, e.OpPos+token.Pos(len(e.Op.String())), "operator "+quote(e.Op.String())+" is not allowed")
		}
		return p.allowedAll(depth+1, e.X, e.Y)
	case *ast.CallExpr:
		return p.allowedCall(e, depth)
	}
	return p.refuse(e, notAllowed(e))
}

func (p *Part) allowedAll(depth int, list ...ast.Expr) *Problem {
	for _, e := range list {
		if problem := p.allowed(e, depth); problem != nil {
			return problem
		}
	}
	return nil
}

func (p *Part) allowedLiteral(e *ast.BasicLit) *Problem {
	switch e.Kind {
	case token.INT, token.FLOAT:
		return nil
	case token.STRING:
		if _, ok := unquote(p.text(e)); ok {
			return nil
		}
		problem := p.refuse(e, "text with an unknown escape or a line break")
		problem.Hint = textMend(p.text(e))
		return problem
	}
	return p.refuse(e, "imaginary numbers are not allowed")
}

// textMend says how a text is written that its quotes do not take.
func textMend(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		return "put it into backquotes, in which a line may end"
	}
	return "put it into backquotes, in which \\ stands for itself"
}

func (p *Part) allowedCall(e *ast.CallExpr, depth int) *Problem {
	if _, ok := e.Fun.(*ast.Ident); !ok {
		problem := p.refuse(e.Fun, "only functions can be called")
		if method, ok := e.Fun.(*ast.SelectorExpr); ok {
			problem.Hint = methodMend(p.text(method.X), p.text(method.Sel), p.arguments(e))
		}
		return problem
	}
	if e.Ellipsis.IsValid() {
		return p.refuseRange(e.Ellipsis, e.Ellipsis+3, "\"...\" is not allowed")
	}
	return p.allowedAll(depth+1, e.Args...)
}

func binaryOperator(op token.Token) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.LAND, token.LOR,
		token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// notAllowed names the Go that expressions do not have.
func notAllowed(e ast.Expr) string {
	switch e.(type) {
	case *ast.SliceExpr:
		return "slices are not allowed"
	case *ast.CompositeLit:
		return "composite literals are not allowed"
	case *ast.StarExpr:
		return "operator \"*\" needs a left operand"
	case *ast.TypeAssertExpr:
		return "type assertions are not allowed"
	case *ast.IndexListExpr:
		return "an index is one value"
	}
	return "this is not an expression"
}

func (p *Part) refuse(e ast.Expr, message string) *Problem {
	return p.refuseRange(e.Pos(), e.End(), message)
}

func (p *Part) refuseRange(pos, end token.Pos, message string) *Problem {
	return syntaxError(p.offset(pos), p.offset(end), message, "")
}

// offset returns the offset of pos in the text of the template. go/parser counts from 1 in the first file of a set.
func (p *Part) offset(pos token.Pos) int { return p.base + min(max(int(pos)-1, 0), len(p.source)) }

// text returns a node as the document writes it.
func (p *Part) text(e ast.Node) string {
	return p.source[p.offset(e.Pos())-p.base : p.offset(e.End())-p.base]
}

// arguments are what stands between the parentheses of a call, as the document writes it.
func (p *Part) arguments(e *ast.CallExpr) string {
	return strings.TrimSpace(p.source[p.offset(e.Lparen)+len("(")-p.base : p.offset(e.Rparen)-p.base])
}
