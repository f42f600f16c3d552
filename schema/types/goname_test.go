package types

import (
	"slices"
	"testing"
)

func TestGoFieldsAreDistinct(t *testing.T) {
	s := Of(String)
	object := ObjectOf(F("user id", s), F("user_id", s), F("user-id", s), F("x", s), Field{Name: "y", Go: "X", Type: s}, F("$", s), F("UserID2", s))
	want := []string{"UserID", "UserID2", "UserID3", "X", "X2", "Field", "UserID22"}
	if got := GoFields(object); !slices.Equal(got, want) {
		t.Errorf("GoFields = %v, want %v", got, want)
	}
}
