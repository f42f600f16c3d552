// Package flows puts what callers send, and what a database holds, in places that can not hold everything. Only golden's
// tests may import it.
package flows

import _ "github.com/flowc-dev/flowc/runtime/engine/sqlite" // nothing else here names an engine
