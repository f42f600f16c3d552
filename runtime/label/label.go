// Package label knows what names and which forms say that a value is secret. It is the one table of them: the compiler
// labels values by it and refuses literals by it, and the log masks by it.
//
// It may be imported by schema/types, gen/lint and the runtime, and imports nothing of this module.
package label

import (
	"slices"
	"strings"
)

// passwords are the words that a password's name ends in.
var passwords = []string{
	"password", "passwd", "passphrase", "pwd",
	"passwort", "kennwort", "contrasena", "motdepasse", "wachtwoord", // as others call it
	"secretanswer", "securityanswer", "recoveryanswer", // to a question that stands in for it
	"accountpin", "atmpin", "cardpin", "loginpin", "userpin", "walletpin", "userpasscode", "loginpasscode", "accountpasscode",
}

// copies are the words behind a password's name that say which one is meant, or that it is typed once more.
var copies = []string{
	"again", "check", "confirm", "confirmation", "confirmed", "current", "new", "old", "plain", "plaintext", "raw",
	"repeat", "repeated", "text", "verification", "verify",
}

// questions are the words before a password's name that ask about it: the value is yes or no.
var questions = []string{"has", "is", "must", "needs"}

// privates are the ends of names, without what parts their words, of values that a log must not show.
var privates = []string{
	"accesskey", "apikey", "authkey", "authorization", "credential", "credentials", "cvv", "encryptionkey", "jwt", "masterkey", "otp", "passcode",
	"pin", "privatekey", "secret", "secretkey", "sharedkey", "sig", "signature", "signingkey", "ssn", "subscriptionkey",
}

// IsPassword reports whether a value of that name is a password: newPassword, password_confirmation, PASSWORD2.
func IsPassword(name string) bool {
	of := words(new(room)[:0], name)
	for len(of) > 1 && slices.Contains(copies, of[len(of)-1]) {
		of = of[:len(of)-1]
	}
	return len(of) > 0 && !slices.Contains(questions, of[0]) && slices.ContainsFunc(passwords, func(word string) bool { return endsIn(of, word) })
}

// endsIn reports whether a name ends in a word; one of seven letters or more may be written together with what is
// before it, as in userpassword.
func endsIn(of []string, word string) bool {
	last := of[len(of)-1]
	if len(of) > 1 && of[len(of)-2]+last == word { // pass_word, PassWord
		return true
	}
	return last == word || len(word) > 6 && len(last) > len(word) && last[len(last)-len(word):] == word
}

// IsToken reports whether a value of that name is a token or a secret shared with somebody: accessToken, client_secret.
func IsToken(name string) bool {
	of := words(new(room)[:0], name)
	n := len(of)
	return n > 0 && of[n-1] == "token" || n > 1 && of[n-1] == "secret"
}

// IsHash reports whether a value of that name is a hash: hash, password_hash.
func IsHash(name string) bool {
	if !endsInHash(name) {
		return false
	}
	of := words(new(room)[:0], name)
	return len(of) > 0 && of[len(of)-1] == "hash"
}

// endsInHash reports whether the letters of a name end in "hash": of most names that is all there is to ask.
func endsInHash(name string) bool {
	end := len(name)
	for end > 0 && !isLetter(name[end-1]) {
		end--
	}
	return end >= len("hash") && strings.EqualFold(name[end-len("hash"):end], "hash")
}

// secrets are the words by which the name of an environment variable says that it holds a secret.
var secrets = []string{
	"key", "keys", "pass", "passwd", "password", "passwords", "pepper", "pwd", "secret", "secrets", "token", "tokens",
}

// SaysSecret reports whether the name of an environment variable says that it holds a secret: BOT_TOKEN, API_KEY_2.
func SaysSecret(name string) bool {
	says := func(word string) bool { return slices.Contains(secrets, word) }
	return IsCredential(name) || slices.ContainsFunc(words(nil, name), says)
}

// before are the words of which one stands before "hash" in the name of a password's hash, beside those of a password
// itself.
var before = []string{"pass", "password", "passwd", "pwd"}

// IsPasswordHash reports whether a value of that name is the hash of a password: password_hash, pwdHash. Other hashes
// are of anything.
func IsPasswordHash(name string) bool {
	if !IsHash(name) {
		return false
	}
	of := words(new(room)[:0], name)
	return slices.ContainsFunc(of[:len(of)-1], func(word string) bool {
		return slices.Contains(before, word) || IsPassword(word)
	})
}

// accounts are the words that the names of tables end in that keep accounts.
var accounts = []string{
	"account", "accounts", "admin", "administrator", "administrators", "admins", "credential", "credentials", "customer",
	"customers", "employee", "employees", "login", "logins", "member", "members", "operator", "operators", "password", "passwords",
	"people", "person", "persons", "staff", "user", "users",
}

// IsAccounts reports whether a table of that name keeps accounts: users, staff_members.
func IsAccounts(table string) bool {
	of := words(new(room)[:0], table)
	return len(of) > 0 && slices.Contains(accounts, of[len(of)-1])
}

// IsPrivate reports whether a value of that name is one that a log must not show, whatever else it is: pin, X-Api-Key.
func IsPrivate(name string) bool {
	of := words(new(room)[:0], name)
	end := ""
	for i := len(of) - 1; i >= 0 && i >= len(of)-2; i-- {
		if end = of[i] + end; slices.Contains(privates, end) {
			return true
		}
	}
	return false
}

// IsCredential reports whether somebody proves himself with a value of that name.
func IsCredential(name string) bool { return IsPassword(name) || IsToken(name) || IsPrivate(name) }
