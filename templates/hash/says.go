package hash

// says is whether a hash is made or checked.
func says(text func(string) string) string {
	switch text("hashMode") {
	case "hash":
		return "hash a password"
	case "verify":
		return "verify a password"
	}
	return ""
}
