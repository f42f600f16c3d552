// Package flows answers and sends texts of other formats that hold what callers say: JSON, HTML, XML, files.
package flows

//go:generate go tool flowc generate
