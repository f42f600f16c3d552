package serve

import (
	"github.com/flowc-dev/flowc/gen/ir"
)

// jar is what the steps of a route do with cookies.
type jar struct{ sets, reads, clears bool }

func (j *jar) add(s *ir.Step) {
	for _, v := range s.Value {
		v.Walk(func(t *ir.Typed) { j.reads = j.reads || len(t.Cookies()) > 0 })
	}
	for _, f := range s.Checked() {
		for _, c := range s.Node.Fields[f.Name].Cookies {
			j.sets = j.sets || c.MaxAge >= 0
			j.clears = j.clears || c.MaxAge < 0
		}
	}
}

// arguments are those of curl that keep cookies in the file $COOKIES, and send what is kept.
func (j *jar) arguments() []string {
	var args []string
	if j.reads {
		args = append(args, `-b "$COOKIES"`)
	}
	if j.sets || j.clears {
		args = append(args, `-c "$COOKIES"`)
	}
	return args
}
