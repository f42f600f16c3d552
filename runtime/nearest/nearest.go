// Package nearest finds the name that was meant by a misspelled one, for the compiler and the runtime alike.
package nearest

import "strings"

// Name returns the known name that was probably meant by name: the one fewest edits away,
// ignoring case, at most 2 and fewer than half of name's length; "" if there is none. Of
// several, it is the first in alphabetical order.
func Name(name string, known []string) string {
	best, bestDistance := "", min(2, (len(name)-1)/2)+1
	for _, k := range known {
		if k == name {
			continue
		}
		d := distance(strings.ToLower(name), strings.ToLower(k), bestDistance)
		if d < bestDistance || d == bestDistance && best != "" && k < best {
			best, bestDistance = k, d
		}
	}
	return best
}

// Certain returns the known name that name can only be a misspelling of, or "": one edit away, where every other known
// name is at least three away. Case is ignored, and name has at least five letters.
func Certain(name string, known []string) string {
	if len(name) < 5 {
		return ""
	}
	meant := ""
	for _, k := range known {
		switch d := distance(strings.ToLower(name), strings.ToLower(k), 2); {
		case d > 2 || k == meant:
		case d == 2 || meant != "":
			return ""
		default:
			meant = k
		}
	}
	return meant
}

// distance is how many bytes must be inserted, removed, replaced or swapped with the next one to
// make b of a (optimal string alignment), or limit+1 if that is more than limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var before, above []int // the last two rows of the table
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := above[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return min(row[len(b)], limit+1)
}
