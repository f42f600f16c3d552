//go:build flowc_never

// No build has this file. `go mod tidy` looks at every file whatever its build tags say, and so keeps in a project's
// go.mod what the parts of the runtime need that its workflows do not use yet: the first node that uses one builds.

package main

import (
	_ "github.com/flowc-dev/flowc/runtime/client"
	_ "github.com/flowc-dev/flowc/runtime/clientcredentials"
	_ "github.com/flowc-dev/flowc/runtime/database"
	_ "github.com/flowc-dev/flowc/runtime/engine/postgres"
	_ "github.com/flowc-dev/flowc/runtime/engine/redis"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
	_ "github.com/flowc-dev/flowc/runtime/jwt"
	_ "github.com/flowc-dev/flowc/runtime/mcp"
	_ "github.com/flowc-dev/flowc/runtime/oauth"
	_ "github.com/flowc-dev/flowc/runtime/otel"
	_ "github.com/flowc-dev/flowc/runtime/password"
	_ "github.com/flowc-dev/flowc/runtime/storage"
	_ "github.com/flowc-dev/flowc/runtime/validate"
	_ "github.com/flowc-dev/flowc/runtime/webhook"
)
