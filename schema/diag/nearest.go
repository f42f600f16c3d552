package diag

import "strings"

// Nearest returns the known name that was probably meant by name: the one fewest edits away,
// ignoring case, at most 2 and fewer than half of name's length; "" if there is none. Of
// several, it is the first in alphabetical order.
func Nearest(name string, known []string) string {
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

// distance is the Levenshtein distance of a and b in bytes, or limit+1 if it is more than limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, diagonal+1)
		}
	}
	return min(row[len(b)], limit+1)
}
