package storage

import (
	"fmt"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// openRedis does not connect: a service starts while its store is down, says so on /readyz, and recovers with it. The
// query of the URL may hold what go-redis knows for such a URL, as in ?pool_size=50.
func openRedis(address string) (backend, error) {
	redis.SetLogger(clientLog{})
	client, err := redisClient(address)
	if err != nil {
		return nil, &malformedError{"is not a URL of Redis that can be parsed"} // the cause may quote the password
	}
	return newRedisStore(client), nil
}

func redisClient(address string) (redis.UniversalClient, error) {
	u, err := parseRedisURL(address)
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
	return nil, fmt.Errorf("redis+%s: %w", u.kind, errRedisURL)
}

// What may run twice is tried again once, for a connection that the server has closed meanwhile. A store that is down
// is to be reported, not waited for.
const (
	retries     = 1
	dialRetries = 1
)

func newServer(u *redisURL) (redis.UniversalClient, error) {
	o, err := u.serverOptions()
	if err != nil {
		return nil, err
	}
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, retries, dialRetries
	// Only Redis Enterprise offers these; other servers would be asked for them at each connection.
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return redis.NewClient(o), nil
}

func newCluster(u *redisURL) (redis.UniversalClient, error) {
	o, err := u.clusterOptions()
	if err != nil {
		return nil, err
	}
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, retries, dialRetries
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	o.DisableRoutingPolicies = true // all commands here have one key, which says where they go
	return redis.NewClusterClient(o), nil
}

func newSentinel(u *redisURL) (redis.UniversalClient, error) {
	o, err := u.sentinelOptions()
	if err != nil {
		return nil, err
	}
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, retries, dialRetries
	return redis.NewFailoverClient(o), nil
}
