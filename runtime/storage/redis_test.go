package storage_test

import (
	"context"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// TestRedisForms uses a cluster, and a server that a Sentinel tells the address of.
func TestRedisForms(t *testing.T) {
	for name, server := range map[string]func(testing.TB) string{"cluster": storagetest.Cluster, "sentinel": storagetest.Sentinel} {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, server(t))
			texts := values[string](t, s, time.Hour)
			visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
			s.execute(t.Context(), func(x *rt.Exec) {
				if count, err := visits.Increment(x, "n"); err != nil || count.Value != 1 {
					t.Errorf("%+v, %v", count, err)
				}
				if stored, err := texts.SetIfAbsent(x, "k", "v"); err != nil || !stored.Stored {
					t.Errorf("%+v, %v", stored, err)
				}
				if item, err := texts.Take(x, "k"); err != nil || item.Value != "v" {
					t.Errorf("%+v, %v", item, err)
				}
				for i := range 50 { // on several servers of a cluster
					if err := texts.Set(x, storage.Key("s", "ann", strconv.Itoa(i)), "v"); err != nil {
						t.Fatal(err)
					}
				}
				if gone, err := texts.DeletePrefix(x, storage.Prefix("s", "ann")); err != nil || gone.Deleted != 50 {
					t.Errorf("%+v, %v", gone, err)
				}
			})
		})
	}
}

// TestForeignKeys wants what another program keeps under a key to be neither missing nor read as something else.
func TestForeignKeys(t *testing.T) {
	url := storagetest.Redis(t)
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	s := openRedis(t, url, client)
	texts := values[string](t, s, time.Hour)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	ctx := t.Context()
	client.Set(ctx, "text", "text", 0)
	client.HSet(ctx, "hash", "field", "1")
	s.execute(ctx, func(x *rt.Exec) {
		for _, key := range []string{"text", "hash"} {
			_, errGet := texts.Get(x, key)
			_, errTake := texts.Take(x, key)
			_, errIncrement := visits.Increment(x, key)
			for _, err := range []error{errGet, errTake, errIncrement} {
				if err == nil || isUnavailable(err) {
					t.Errorf("%s: %v", key, err)
				}
			}
			if client.Exists(ctx, key).Val() != 1 {
				t.Errorf("%s is gone", key)
			}
		}
	})
}

// TestRestartedServer has forgotten the scripts, and they are sent again.
func TestRestartedServer(t *testing.T) {
	url := storagetest.Redis(t)
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	s := openRedis(t, url, client)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	s.execute(t.Context(), func(x *rt.Exec) {
		for want := int64(1); want <= 3; want++ {
			if count, err := visits.Increment(x, "n"); err != nil || count.Value != want {
				t.Errorf("%+v, %v", count, err)
			}
			client.ScriptFlush(t.Context())
		}
	})
}

// TestLostAnswer has the connection break once the server has counted: counting again would be wrong, and saying that
// it succeeded too.
func TestLostAnswer(t *testing.T) {
	url, _ := storagetest.Stoppable(t)
	server := strings.TrimSuffix(strings.TrimPrefix(url, "redis://"), "/0")
	s := openStore(t, "redis://"+deafProxy(t, server)+"/0")
	direct := openStore(t, url)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	look := direct.counter(t, storage.CounterConfig{By: 0, TTL: time.Hour})
	direct.execute(t.Context(), func(x *rt.Exec) {
		if _, err := look.Increment(x, "n"); err != nil { // so that the server knows the script
			t.Fatal(err)
		}
	})
	s.execute(t.Context(), func(x *rt.Exec) {
		if count, err := visits.Increment(x, "n"); !isUnavailable(err) {
			t.Errorf("%+v, %v", count, err)
		}
	})
	direct.execute(t.Context(), func(x *rt.Exec) {
		if count, err := look.Increment(x, "n"); err != nil || count.Value != 1 {
			t.Errorf("counted %+v, %v, want 1", count, err)
		}
	})
}

// deafProxy passes connections on to server, and breaks them instead of returning what a script answers.
func deafProxy(t *testing.T, server string) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go passOn(client, server)
		}
	}()
	return listener.Addr().String()
}

// passOn handles one request after the other: the client waits for each answer.
func passOn(client net.Conn, server string) {
	defer client.Close()
	upstream, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", server)
	if err != nil {
		return
	}
	defer upstream.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		script := strings.Contains(string(buffer[:n]), "evalsha")
		if _, err := upstream.Write(buffer[:n]); err != nil {
			return
		}
		n, err = upstream.Read(buffer)
		if err != nil || script {
			return
		}
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
}
