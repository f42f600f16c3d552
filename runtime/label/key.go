package label

import "bytes"

// form is how the keys of one service look: a prefix and what may follow it.
type form struct {
	prefix  string
	may     func(byte) bool
	least   int // bytes that follow; 0 is minFollowing
	exactly int // so many bytes follow, and no such byte stands before or behind: a random id may hold the prefix too. 0 of others
}

// forms are those of known keys: of what services take for one, of addresses that whoever knows them may send to, and
// of what is stored of passwords. Of each prefix, four bytes tell where one may begin.
var forms = []form{
	{prefix: "sk_live_", may: isWord}, {prefix: "rk_live_", may: isWord},
	{prefix: "sk-ant-", may: isPart}, {prefix: "sk-proj-", may: isPart},
	{prefix: "ghp_", may: isWord}, {prefix: "gho_", may: isWord}, {prefix: "ghu_", may: isWord}, {prefix: "ghs_", may: isWord},
	{prefix: "ghr_", may: isWord}, {prefix: "github_pat_", may: isWord}, {prefix: "glpat-", may: isPart},
	{prefix: "xoxb-", may: isPart}, {prefix: "xoxp-", may: isPart}, {prefix: "xoxa-", may: isPart}, {prefix: "xoxs-", may: isPart},
	{prefix: "hooks.slack.com/services/", may: isPath, least: 20}, {prefix: "discord.com/api/webhooks/", may: isPath, least: 40},
	{prefix: "api.telegram.org/bot", may: isBot, least: 20},
	{prefix: "$2a$", may: isHash, least: 56}, {prefix: "$2b$", may: isHash, least: 56}, {prefix: "$2y$", may: isHash, least: 56},
	{prefix: "$argon2i", may: isHash, least: 40}, {prefix: "$argon2d$", may: isHash, least: 40},
	{prefix: "AKIA", may: isCapital, exactly: 16}, {prefix: "ASIA", may: isCapital, exactly: 16},
	{prefix: "AIza", may: isPart, exactly: 35}, {prefix: "npm_", may: isWord, least: 36}, {prefix: "sbp_", may: isWord, least: 40},
	{prefix: "xapp-", may: isPart}, {prefix: "xoxe", may: isSlack, least: 20}, {prefix: "sk-svcacct-", may: isPart}, {prefix: "sk-or-v1-", may: isWord},
	{prefix: "whsec_", may: isHash, least: 24}, {prefix: "dop_v1_", may: isWord}, {prefix: "shpat_", may: isWord, least: 32},
	{prefix: "ntn_", may: isWord, least: 40}, {prefix: "pypi-AgEI", may: isPart}, {prefix: "hvs.", may: isPart, least: 24},
	{prefix: "dckr_pat_", may: isPart, least: 20}, {prefix: "PMAK-", may: isPart, least: 30}, {prefix: "glsa_", may: isWord, least: 30},
	{prefix: "sq0atp-", may: isPart, least: 20}, {prefix: "sq0csp-", may: isPart, least: 40}, {prefix: "lin_api_", may: isWord, least: 30},
	{prefix: "AccountKey=", may: isHash, least: 80}, {prefix: "SharedAccessKey=", may: isHash, least: 40}, {prefix: "xkeysib-", may: isPart, least: 60},
	{prefix: "gsk_", may: isWord, least: 40}, {prefix: "pscale_tkn_", may: isPart, least: 20}, {prefix: "pscale_pw_", may: isPart, least: 20},
	{prefix: "shpss_", may: isWord, least: 32}, {prefix: "shpca_", may: isWord, least: 32}, {prefix: "rubygems_", may: isWord, least: 40},
	{prefix: "ATATT3x", may: isHash, least: 100}, {prefix: "AGE-SECRET-KEY-1", may: isCapital, least: 50},
}

const (
	minFollowing = 8 // bytes behind a prefix
)

// index holds the forms by their first byte.
var index = func() (by [256][]form) {
	for _, f := range forms {
		f.least = max(f.least, minFollowing)
		by[f.prefix[0]] = append(by[f.prefix[0]], f)
	}
	return by
}()

// FindKey returns where the first text lies in text, at or after from, that has the form of a JWT (RFC 7515, 3.1), of a
// private key in PEM, or of another known key; end is 0 where there is none.
func FindKey(text []byte, from int) (start, end int) {
	for i := from; i+1 < len(text); i += stride {
		if !hints[hint(text[i], text[i+1])] {
			continue
		}
		start, end, found := keyNear(text, from, i)
		if found {
			return start, end
		}
		if end > i+1 { // nothing begins before
			i = end - stride
		}
	}
	return 0, 0
}

// keyNear looks at the places from which a key may reach a hint at a place, none of them before from. Where there is no
// key, end is the first place at which one may begin.
func keyNear(text []byte, from, hinted int) (start, end int, found bool) {
	for at := max(from, hinted-stride+1); at <= hinted; at++ {
		if !hints[hint(text[at], text[at+1])] {
			continue
		}
		if end, found = keyAt(text, at); found || end > hinted+1 {
			return at, end, found
		}
	}
	return 0, 0, false
}

// HoldsKey reports whether a text in such a form is part of text.
func HoldsKey(text string) bool {
	_, end := FindKey([]byte(text), 0)
	return end > 0
}

// keyAt returns the end of the key that begins at a place; where there is none, the first place at which one may begin.
func keyAt(text []byte, at int) (end int, found bool) {
	switch rest := text[at:]; {
	case hasPrefix(rest, jwtPrefix):
		return jwtAt(text, at)
	case hasPrefix(rest, pemPrefix):
		return pemAt(text, at)
	default:
		for _, f := range index[text[at]] {
			if end := f.at(text, at); end > 0 {
				return end, true
			}
		}
	}
	return at + 1, false
}

// at returns the end of a key of the form that begins at a place, 0 where there is none.
func (f form) at(text []byte, at int) int {
	if !hasPrefix(text[at:], f.prefix) {
		return 0
	}
	first := at + len(f.prefix)
	if f.exactly > 0 {
		return f.aloneAt(text, at, first)
	}
	if end := run(text, first, f.may); end-first >= f.least {
		return end
	}
	return 0
}

// aloneAt is at for a form of one length, of which first is the place behind the prefix.
func (f form) aloneAt(text []byte, at, first int) int {
	end := first + f.exactly
	alone := (at == 0 || !f.may(text[at-1])) && (end >= len(text) || !f.may(text[end]))
	if end > len(text) || !alone || run(text[:end], first, f.may) < end {
		return 0
	}
	return end
}

func hasPrefix(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}

// run returns the end of the bytes from a place on that may be part of a key.
func run(text []byte, from int, may func(byte) bool) int {
	for from < len(text) && may(text[from]) {
		from++
	}
	return from
}

const jwtPrefix = "eyJ" // `{"` in base64url

// jwtAt is keyAt for three or more parts in base64url with dots between, as of a JWT; the last may be empty.
func jwtAt(text []byte, at int) (end int, found bool) {
	header := run(text, at, isPart)
	end = header
	dots := 0
	for end < len(text) && text[end] == '.' {
		end = run(text, end+1, isPart)
		dots++
	}
	return end, dots >= 2 && header-at >= minFollowing
}

const (
	pemPrefix  = "-----BEGIN "
	pemPrivate = "PRIVATE KEY"
	pemBlock   = " BLOCK" // behind that of OpenPGP (RFC 9580, 6.2)
	pemDashes  = "-----"
	pemFooter  = "-----END "
	maxPEM     = 16 << 10 // bytes that are searched for the end of a key
	maxPEMKind = 40       // bytes of what kind of key it is
)

// pemAt is keyAt for a private key in PEM (RFC 7468). The end is that of the text around it where the key is cut.
func pemAt(text []byte, at int) (end int, found bool) {
	first := at + len(pemPrefix)
	kind, ends := privateLabel(text[first:min(len(text), first+maxPEMKind)])
	if kind < 0 || bytes.ContainsAny(text[first:first+kind], "-\"\n") {
		return at + 1, false
	}
	first += ends
	body, _, _ := bytes.Cut(text[first:min(len(text), first+maxPEM)], []byte(`"`))
	end = first + len(body)
	if i := bytes.Index(body, []byte(pemFooter)); i >= 0 {
		behind := body[i+len(pemFooter):]
		if j, ends := privateLabel(behind); j >= 0 {
			end = first + i + len(pemFooter) + ends
		}
	}
	return end, true
}

// privateLabel finds what ends the label of a private key, and where the dashes behind it end; begin is -1 where there
// is none.
func privateLabel(text []byte) (begin, end int) {
	begin = bytes.Index(text, []byte(pemPrivate))
	if begin < 0 {
		return -1, 0
	}
	end = begin + len(pemPrivate)
	if hasPrefix(text[end:], pemBlock) {
		end += len(pemBlock)
	}
	if !hasPrefix(text[end:], pemDashes) {
		return -1, 0
	}
	return begin, end + len(pemDashes)
}
