package ir

// Unproved says why it is not proved what the node's statement does, or "".
func (n *Node) Unproved() string {
	q := n.query
	switch {
	case q == nil || q.Statement == nil || !q.Known:
		return ""
	case q.Statement.Unproved != "" && q.Statement.Returns:
		return q.Statement.Unproved + ", so it is taken to hand on all that it reads"
	case q.Unasked != "":
		return q.Unasked
	}
	return q.Statement.Unproved
}
