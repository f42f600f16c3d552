package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/outbox"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
)

func studioCommand(c *console.Console) *cobra.Command {
	s := studioRun{Console: c}
	var o programOptions
	cmd := &cobra.Command{
		Use:   "studio [DIR] [-- ARG…]",
		Short: "See a project, call it, and watch what it does",
		Long: `Studio is dev with a canvas: it runs the project in DIR, and again after every change, and prints the address of a page
on which the workflows are drawn, with their mistakes and their Go. Routes are called from there, and the way that every
request takes is shown as it happens, no matter who sent it.

` + programHelp + `

In an empty folder it begins with a starter or a workflow of your own; without a program, workflows are drawn and checked, and
nothing runs.

It serves this machine alone, and nobody without the key in the printed address. With --log it runs nothing, and shows the
executions of a log (LOG_FORMAT=json) from elsewhere; at LOG_LEVEL=debug that holds each node's values.`,
		Args: oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			s.dir, s.options = o.split(cmd, args)
			return s.run(ctx)
		},
	}
	cmd.Flags().StringVar(&s.log, "log", "", "show the executions of this log")
	cmd.Flags().StringVar(&s.listen, "listen", "", "address of the page, on this machine (default: a port of the project's own)")
	o.flags(cmd)
	return cmd
}

type studioRun struct {
	*console.Console
	dir, log, listen string
	options          serve.Options
}

func (s studioRun) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if _, err := project.FindPlaces([]string{s.dir}); err != nil && !(s.log == "" && isEmpty(s.dir)) {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("finding a place for the key of studio: %w", err)
	}
	ticket := studio.ReadTicket(cache, project.Absolute(s.dir))
	listener, err := s.open(ticket)
	if err != nil {
		return err
	}
	defer listener.Close()
	ticket.Port = listener.Addr().(*net.TCPAddr).Port
	if err := ticket.Keep(cache, project.Absolute(s.dir)); err != nil {
		return err
	}
	address := "http://" + listener.Addr().String() + "/#key=" + ticket.Key
	if s.log != "" {
		return s.showLog(ctx, listener, ticket.Key, address)
	}
	return s.serveProject(ctx, listener, ticket.Key, address)
}

// open opens the page's address: the one that is asked for, else that of the last time, else one that is free.
func (s studioRun) open(t studio.Ticket) (net.Listener, error) {
	if s.listen == "" {
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(t.Port)))
		if errors.Is(err, syscall.EADDRINUSE) {
			listener, err = net.Listen("tcp", "127.0.0.1:0")
		}
		return listener, err
	}
	listener, err := net.Listen("tcp", s.listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	if !listener.Addr().(*net.TCPAddr).IP.IsLoopback() {
		_ = listener.Close()
		return nil, fmt.Errorf("--listen %s: studio serves this machine alone, at 127.0.0.1 or [::1]", s.listen)
	}
	return listener, nil
}

// showLog shows the executions of a log, and runs nothing.
func (s studioRun) showLog(ctx context.Context, listener net.Listener, key, address string) error {
	page := studio.New(studio.Config{Dir: project.Nearby(s.dir), Key: key, Log: s.log, Now: time.Now})
	records, others, err := page.Executions().ReadLog(s.log)
	if err != nil {
		return err
	}
	s.Notef("%s: %d records, %d other lines", s.log, records, others)
	page.Check()
	s.Printf("\nStudio %s\n", address)
	return serveUntil(ctx, listener, page)
}

// serveProject runs the project, and the page beside it.
func (s studioRun) serveProject(ctx context.Context, listener net.Listener, key, address string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	on := &shown{}
	go func() { cancel(serveUntil(ctx, listener, on)) }()
	if isEmpty(s.dir) {
		s.Printf("\nStudio %s\n", address)
		if s.begin(ctx, on, key); ctx.Err() == nil && !project.IsProgram(s.dir) {
			return s.look(ctx, on, key, "")
		}
		address = ""
	}
	if ctx.Err() != nil {
		return nil // stopped before anything has begun
	}
	_, err := project.FindTarget(s.dir, s.options.Main)
	if s.options.Main == "" && errors.As(err, new(project.MissingProgram)) {
		s.Printf("\nStudio %s\n", address)
		s.Notef("%v: workflows are drawn and checked, and nothing runs", err)
		return s.look(ctx, on, key, err.Error())
	}
	return s.runProject(ctx, on, key, address)
}

// runProject runs the project's server again after every change. It prints the page's address, but for an empty one.
func (s studioRun) runProject(ctx context.Context, on *shown, key, address string) error {
	var page *studio.Studio
	build := studio.NewBuild(s.Err)
	options := s.options
	socket, err := studio.OpenSocket()
	if err != nil {
		return err
	}
	defer socket.Close()
	catcher, err := outbox.Open(time.Now)
	if err != nil {
		return err
	}
	defer catcher.Close()
	again := make(chan struct{}, 1)
	options.Env = append(slices.Clip(options.Env), socket.Variable())
	options.Given, options.Again = func() []string { return page.Caught() }, again
	options.Event = func(what serve.Happening) { page.Happened(what) }
	options.Held = func(held []project.Held) { page.Hold(held) }
	options.Why = func(why string) { page.Failed(why) }
	options.Build = &console.Console{In: s.In, Out: s.Out, Err: build}
	server, err := serve.Prepare(s.Console, s.dir, options)
	if errors.As(err, new(serve.Taken)) {
		s.Printf("\nStudio %s\n", address)
		s.Notef("%v: workflows are drawn and checked, and nothing runs", err)
		return s.look(ctx, on, key, err.Error())
	}
	if err != nil {
		return err
	}
	page = studio.New(studio.Config{
		Dir: server.Dir(), Paths: server.Paths, Base: server.Base(), Key: key, Now: time.Now, Build: build,
		Foreign: server.Foreign(), Outbox: catcher, Again: again, Try: server.Try,
	})
	go socket.Serve(page.Executions())
	on.page.Store(page)
	if address != "" {
		s.Printf("\nStudio %s\n", address)
	}
	return server.Run(ctx)
}

// serveUntil serves the page until ctx ends.
func serveUntil(ctx context.Context, listener net.Listener, page http.Handler) error {
	server := &http.Server{Handler: page, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 32 << 10}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving the page: %w", err)
	}
	return nil
}
