package redis

import (
	"errors"
	"net"
	"net/url"
	"strings"

	"github.com/redis/go-redis/v9"
)

// location is a parsed STORAGE_URL of Redis.
type location struct {
	kind  string   // "", cluster or sentinel
	first *url.URL // redis:// or rediss:// and the first host, as go-redis parses it
	hosts []string // the others, with their ports
}

var errURL = errors.New("not a URL of Redis")

// parse splits redis+kind://user@host,host:port/path?query.
func parse(address string) (*location, error) {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return nil, errURL
	}
	scheme, kind, _ := strings.Cut(scheme, "+")
	authority, after := rest, ""
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority, after = rest[:end], rest[end:]
	}
	user := authority[:strings.LastIndex(authority, "@")+1]
	hosts := strings.Split(authority[len(user):], ",")
	if len(hosts) > 1 && kind == "" {
		return nil, errURL
	}
	for i, host := range hosts {
		var err error
		if hosts[i], err = withPort(host, kind); err != nil {
			return nil, err
		}
	}
	first, err := url.Parse(scheme + "://" + user + hosts[0] + after)
	if err != nil {
		return nil, err
	}
	return &location{kind: kind, first: first, hosts: hosts[1:]}, nil
}

// withPort adds the port that servers of a kind listen on where host names none.
func withPort(host, kind string) (string, error) {
	u, err := url.Parse("redis://" + host)
	if err != nil || u.Hostname() == "" || u.Host != host {
		return "", errURL
	}
	switch {
	case u.Port() != "":
		return host, nil
	case kind == "sentinel":
		return net.JoinHostPort(u.Hostname(), "26379"), nil
	}
	return net.JoinHostPort(u.Hostname(), "6379"), nil
}

func (u *location) serverOptions() (*redis.Options, error) { return redis.ParseURL(u.first.String()) }

func (u *location) clusterOptions() (*redis.ClusterOptions, error) {
	if u.first.Path != "" && u.first.Path != "/" { // a cluster has one database
		return nil, errURL
	}
	o, err := redis.ParseClusterURL(u.first.String())
	if err != nil {
		return nil, err
	}
	o.Addrs = append(o.Addrs, u.hosts...)
	return o, nil
}

// sentinelOptions reads the user of the URL as that of the servers, as in the other forms; go-redis takes it for that
// of the Sentinels, which here are sentinel_username and sentinel_password of the query.
func (u *location) sentinelOptions() (*redis.FailoverOptions, error) {
	query := u.first.Query()
	master, user, password := query.Get("master"), query.Get("sentinel_username"), query.Get("sentinel_password")
	for _, name := range []string{"master", "sentinel_username", "sentinel_password"} {
		query.Del(name)
	}
	first := *u.first
	first.RawQuery = query.Encode()
	o, err := redis.ParseFailoverURL(first.String())
	if err != nil {
		return nil, err
	}
	if master == "" {
		return nil, errURL
	}
	o.MasterName = master
	o.Username, o.Password = o.SentinelUsername, o.SentinelPassword
	o.SentinelUsername, o.SentinelPassword = user, password
	o.SentinelAddrs = append(o.SentinelAddrs, u.hosts...)
	return o, nil
}
