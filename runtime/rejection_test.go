package runtime_test

import (
	"errors"
	"fmt"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestExecRejected(t *testing.T) {
	log := execute(t, rt.Entry{Workflow: "w", Node: "in"}, func(x *rt.Exec) error {
		x.Enter("verify")
		if x.Rejected(nil) != nil || x.Rejected(errors.New("broken")) != nil {
			t.Error("what is no rejection counts as one")
		}
		rejection := x.Rejected(fmt.Errorf("verifying: %w", rt.Reject("expired")))
		if rejection == nil || rejection.Reason != "expired" || rejection.Status() != 401 {
			t.Errorf("rejection is %v, want the reason expired and status 401", rejection)
		}
		return x.Empty(204)
	})
	executions := log.records(t, "execution")
	if len(executions) != 1 || executions[0]["nodes"] != "in verify:invalid" {
		t.Errorf("log is %s, want the node verify with its output invalid", log)
	}
}
