// Package flows takes every output of every node type: what follows each output is a node that nothing else leads to, so
// that the log tells which one was taken. Only golden's tests may import it.
package flows

import _ "github.com/flowc-dev/flowc/runtime/engine/sqlite" // nothing else here names an engine
