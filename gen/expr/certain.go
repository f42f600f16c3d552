package expr

import (
	"encoding/json"
	"go/constant"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// certainRule is for conversions: one of a literal that always fails is a mistake of the document.
func certainRule(c *checker, call *Expr) *Expr {
	v, ok := call.Args[0].Const()
	if ok && !converts(call.Name, v, call.Args[0].Type.Kind) {
		return c.mistake(call, diag.FC203, quote(c.source(call))+" always fails", "")
	}
	if call.Args[0].Type.Kind == types.Unknown {
		call.Op = OpBad // of a known type, but what it is made of is not
	}
	return call
}

// converts reports whether a function of the runtime converts a literal.
func converts(function string, v constant.Value, k types.Kind) bool {
	if k == types.Float && function == "int" {
		f, _ := constant.Float64Val(v)
		return f >= math.MinInt64 && f < -math.MinInt64
	}
	if k != types.String {
		return true
	}
	var err error
	switch text := constant.StringVal(v); function {
	case "int":
		_, err = strconv.ParseInt(text, 10, 64)
	case "float":
		_, err = strconv.ParseFloat(text, 64)
		return err == nil && strings.Trim(text, "0123456789.+-eE") == ""
	case "bool":
		return text == "true" || text == "false"
	case "parseTime":
		_, err = time.Parse(time.RFC3339Nano, text)
	case "duration":
		_, _, ok := splitShift(text)
		_, err = time.ParseDuration(text)
		return ok || err == nil
	case "parseJson":
		return json.Valid([]byte(text))
	}
	return err == nil
}
