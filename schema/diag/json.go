package diag

import "io"

// WriteJSON prints l as one JSON array.
func WriteJSON(w io.Writer, l List) error { return nil }
