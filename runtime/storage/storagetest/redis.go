// Package storagetest gives tests a Redis of their own.
//
// Tests import it; nothing else does.
package storagetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Redis returns the URL of an empty Redis database, which is empty again when the test has ended. It is of the server
// whose URL FLOWC_TEST_REDIS holds; without that, of a server started from the redis-server that is installed. Without
// either the test is skipped, or fails where FLOWC_TEST_REQUIRE_SERVICES is 1.
func Redis(t testing.TB) string {
	t.Helper()
	if server := os.Getenv("FLOWC_TEST_REDIS"); server != "" {
		return reserve(t, server)
	}
	return "redis://" + start(t, installed(t)).address + "/0"
}

// installed is the path of redis-server.
func installed(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		missing(t, "no Redis: set FLOWC_TEST_REDIS to the URL of a server, or install redis-server")
	}
	return program
}

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// reserve takes one of the 15 numbered databases of a running server that is empty, other than 0, which may be of
// somebody. The key that marks it as taken expires, should the test not come to its end.
func reserve(t testing.TB, server string) string {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal("what names the Redis of tests is not a URL")
	}
	for number := 1; number < 16; number++ {
		address.Path = fmt.Sprint("/", number)
		if take(t, address.String()) {
			return address.String()
		}
	}
	t.Fatal("all databases of the Redis of tests are in use")
	return ""
}

// take returns false for a database that is in use.
func take(t testing.TB, address string) bool {
	t.Helper()
	client := dial(t, address)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	size, err := client.DBSize(ctx).Result()
	if err != nil {
		t.Fatalf("connect to the Redis of tests: %v", err)
	}
	if size > 0 {
		return false
	}
	const mark = "flowc.test"
	err = client.SetArgs(ctx, mark, t.Name(), redis.SetArgs{Mode: "NX", TTL: 10 * time.Minute}).Err()
	if err != nil { // another test was faster
		return false
	}
	t.Cleanup(func() { client.FlushDB(context.Background()) })
	return true
}

func dial(t testing.TB, address string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal("what names the Redis of tests is not a URL of Redis")
	}
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client
}
