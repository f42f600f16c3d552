package auth

// says is how callers are known.
func says(text func(string) string) string {
	provider := text("authProvider")
	switch kind := text("authType"); {
	case kind == "jwt" && provider == "":
		return "bearer token"
	case kind == "jwt":
		return "token of " + provider
	case kind == "oauth" && provider == "":
		return "login"
	case kind == "oauth":
		return "login at " + provider
	case kind == "apikey":
		return "API key"
	case kind == "basic":
		return "user and password"
	}
	return ""
}
