package runtime

import "net/http"

// A workflow that others call runs in the execution of who calls it: its nodes are in the same trail, below the Call.

// Subflow enters a workflow that the current node calls, at its entry point node. It returns where the execution was,
// for Back. The method of such a workflow begins with
//
//	defer x.Back(x.Subflow("in"))
func (x *Exec) Subflow(node string) (from int) {
	from = x.at.call
	x.at.call = len(x.at.trail)
	x.Enter(node)
	return from
}

// Subflow is Exec.Subflow for a workflow that is given something, which is its entry point's value in the debug log.
func Subflow[In any](x *Exec, node string, in In) (from int) {
	from = x.Subflow(node)
	if x.debug {
		x.Values(in)
	}
	return from
}

// Back leaves the workflow that Subflow has entered, by its end or by a failure.
func (x *Exec) Back(from int) { x.at.call = from }

// LogReturn records that the workflow that is called ends by an output, which the Call takes.
func (x *Exec) LogReturn(output string) {
	call := x.at.call
	if call == 0 || x.at.trail[call-1].output == output {
		return
	}
	x.at.trail[call-1].output = output
	if x.debug {
		x.logTaken(call)
	}
}

// LogReturn is Exec.LogReturn for an end that returns something: the current node's value in the debug log.
func LogReturn[T any](x *Exec, output string, v T) T {
	if x.debug {
		x.Values(v)
	}
	x.LogReturn(output)
	return v
}

// Validated checks what a workflow is given, in, a pointer to its struct: what is wrong is the failure of a caller, by
// field.
func Validated(x *Exec, in any, check Validate) error {
	wrong := check(in)
	if len(wrong) == 0 {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Fields: wrong}
}
