package statement

import (
	"strings"
	"testing"
	"time"
)

// TestLongStatement reads a schema with the rows that it begins with in one statement: where each token of it is looked at for each
// that follows, that takes half a minute, and with the other rules of a real schema minutes.
func TestLongStatement(t *testing.T) {
	const bound = 10 * time.Second
	began := time.Now()
	schema := ReadSchema("INSERT INTO places VALUES (0)" + strings.Repeat(",\n(1)", 30_000) + ";\nCREATE TABLE places (id INTEGER);")
	if took := time.Since(began); took > bound {
		t.Errorf("it took %v, more than %v", took, bound)
	}
	if schema.Table("places") == nil {
		t.Error("the table behind it is not known")
	}
}
