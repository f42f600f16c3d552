package runtime

import "errors"

// A Failure is what a workflow sees of a failed node, as error, where a Try/Catch or a Retry has caught it.
type Failure struct {
	Message string `json:"message"` // as in the log, but not masked: it is the workflow's to decide who may see it
	Node    string `json:"node"`    // the node that failed
	Status  int64  `json:"status"`  // that an API node was answered with, else that the caller would get
}

// FailureOf returns err, a failure of the current node, as the workflow sees it. An error of an API node has a Status
// method; it returns 0 where there was no answer.
func FailureOf(x *Exec, err error) Failure {
	return Failure{Message: err.Error(), Node: x.node(), Status: x.statusOf(err)}
}

func (x *Exec) statusOf(err error) int64 {
	var answered interface{ Status() int64 }
	if errors.As(err, &answered) && answered.Status() != 0 {
		return answered.Status()
	}
	return int64(answerFor(x.run, err).status())
}
