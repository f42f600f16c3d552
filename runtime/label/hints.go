package label

// A key shows in each two bytes of its first four, so that a search looks at every third place only (Wu and Manber, A
// fast algorithm for multi-pattern searching, 1994).
const (
	hinted = 4 // bytes
	stride = hinted - 1
)

// hints says of a hash of two bytes whether a key may have them among its first four.
var hints = func() (pairs [1 << 12]bool) {
	learn := func(first string) {
		for i := range stride {
			pairs[hint(first[i], first[i+1])] = true
		}
	}
	for _, f := range forms {
		learn(f.prefix)
	}
	learn(pemPrefix)
	for c := range 256 {
		if isPart(byte(c)) {
			learn(jwtPrefix + string(rune(c)))
		}
	}
	return pairs
}()

func hint(a, b byte) uint16 { return (uint16(a)<<5 ^ uint16(b)) & (1<<12 - 1) }

// isPart reports whether c may be part of base64url.
func isPart(c byte) bool { return isWord(c) || c == '-' }

func isWord(c byte) bool  { return isASCII(c) || isDigit(c) || c == '_' }
func isPath(c byte) bool  { return isPart(c) || c == '/' }
func isBot(c byte) bool   { return isPart(c) || c == ':' }
func isSlack(c byte) bool { return isPart(c) || c == '.' }
func isHash(c byte) bool {
	return isPart(c) || c == '/' || c == '.' || c == '+' || c == '=' || c == ',' || c == '$'
}
func isCapital(c byte) bool { return isUpper(c) || isDigit(c) }
func isASCII(c byte) bool   { return isUpper(c) || isLower(c) }
