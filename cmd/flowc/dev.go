package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
)

func devCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "dev [DIR]",
		Short: "Run a project, and again after every change",
		Long: `Dev lints, generates, builds and runs the project in DIR, and prints each route with a curl line that works. After a
change of a workflow or a Go file it does so again, and says what each part of that took; a mistake leaves the running server
as it is. The server runs in DIR: relative paths and .env are of that folder. Where there is no .env, dev makes one with
generated secrets.

LISTEN is dev's own address, which stays open: requests that come while one server takes the place of another wait for the
next one, 5 seconds at most, and those that run get 4 to end. The server itself listens at a free port of this machine, which
its log names; it sees what callers send as they send it, and their addresses where they are of this machine.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			server, err := serve.Prepare(c, append(args, ".")[0], serve.Options{Flowc: callOfFlowc()})
			if err != nil {
				return err
			}
			c.Notef("flowc studio is the same with a canvas: what each request does, as it does it")
			return server.Run(ctx)
		},
	}
}
