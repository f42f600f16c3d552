// Package flows holds workflows that give each node type something secret, and failures that tell callers of themselves.
package flows

// Nothing else here names an engine.
import (
	_ "github.com/flowc-dev/flowc/runtime/engine/redis"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
)
