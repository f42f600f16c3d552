package harness

import "regexp"

// Tiring matches the words that documents, messages and the help of commands do without. golden/house counts the
// comments that hold one.
var Tiring = regexp.MustCompile(`(?i)\b(mend(s|ed|ing)?|tells?|told|whoever|somebody|who calls|he|his|him)\b`)
