// Package redis links Redis for STORAGE_URL, as redis://, rediss:// and the forms for a cluster and for Sentinels.
//
// main.go imports it for that alone:
//
//	_ "github.com/flowc-dev/flowc/runtime/engine/redis"
package redis

import (
	"fmt"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

func init() { backend.Redis = open }

// open does not connect: a service starts while its store is down, says so on /readyz, and recovers with it. The
// query of the URL may hold what go-redis knows for such a URL, as in ?pool_size=50.
func open(address string) (backend.Store, error) {
	redis.SetLogger(clientLog{})
	client, err := newClient(address)
	if err != nil {
		return nil, &backend.MalformedError{What: "is not a URL of Redis that can be parsed"} // the cause may quote the password
	}
	return newStore(client), nil
}

func newClient(address string) (redis.UniversalClient, error) {
	u, err := parse(address)
	if err != nil {
		return nil, err
	}
	switch u.kind {
	case "":
		return newServer(u)
	case "cluster":
		return newCluster(u)
	case "sentinel":
		return newSentinel(u)
	}
	return nil, fmt.Errorf("redis+%s: %w", u.kind, errURL)
}

// What may run twice is tried again once, for a connection that the server has closed meanwhile. A store that is down
// is to be reported, not waited for.
const (
	retries     = 1
	dialRetries = 1
)

func newServer(u *location) (redis.UniversalClient, error) {
	o, err := u.serverOptions()
	if err != nil {
		return nil, err
	}
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, retries, dialRetries
	// Only Redis Enterprise offers these; other servers would be asked for them at each connection.
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return redis.NewClient(o), nil
}

func newCluster(u *location) (redis.UniversalClient, error) {
	o, err := u.clusterOptions()
	if err != nil {
		return nil, err
	}
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, retries, dialRetries
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	o.DisableRoutingPolicies = true // all commands here have one key, which says where they go
	return redis.NewClusterClient(o), nil
}

func newSentinel(u *location) (redis.UniversalClient, error) {
	o, err := u.sentinelOptions()
	if err != nil {
		return nil, err
	}
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, retries, dialRetries
	return redis.NewFailoverClient(o), nil
}
