package label

import "strings"

// room is for the words of most names.
type room [4]string

// words are the words of a name in small letters, without numbers behind them: of X-Api-Key2 they are x, api and key,
// of userID user and id. A part in capitals is one word, as in PASSWORD. They are appended to list, for which there may
// be room on the stack: names are asked by the hundred thousand.
func words(list []string, name string) []string {
	start := 0
	end := func(at int) {
		if word := strings.TrimRight(name[start:at], "0123456789"); word != "" {
			list = append(list, strings.ToLower(word))
		}
		start = at
	}
	for i := range len(name) {
		switch {
		case !isLetter(name[i]) && !isDigit(name[i]):
			end(i)
			start = i + 1
		case i > start && begins(name, i):
			end(i)
		}
	}
	end(len(name))
	return list
}

// begins reports whether a capital begins a word in the middle of a name: the P of userPassword, the K of APIKey.
func begins(name string, i int) bool {
	return isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && isLower(name[i+1]))
}

func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) || c >= 0x80 }
