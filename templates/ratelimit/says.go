package ratelimit

import "strings"

// says is how many pass, and for each of what: "10/1m by request.ip".
func says(text func(string) string) string {
	rate, key := text("limitRate"), text("limitKey")
	if _, after, found := strings.Cut(key, "{{"); found && rate != "" {
		name, _, _ := strings.Cut(after, "}}")
		return rate + " by " + strings.TrimSpace(name)
	}
	return rate
}
