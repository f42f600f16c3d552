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
	var o programOptions
	cmd := &cobra.Command{
		Use:   "dev [DIR] [-- ARG…]",
		Short: "Run a project, and again after every change",
		Long: `Dev lints, generates, builds and runs the project in DIR, and prints each route with a curl line that works. After a
change of a workflow or a Go file it does so again, and says what each part of that took; a mistake leaves the running server
as it is. The server runs in DIR: relative paths and .env are of that folder. Where there is no .env, dev makes one with
generated secrets.

` + programHelp + `

LISTEN is dev's own address, which stays open: requests that come while one server takes the place of another wait for the
next one, 5 seconds at most, and those that run get 4 to end. The server itself listens at a free port of this machine, which
its log names; it sees what callers send as they send it, and their addresses where they are of this machine.`,
		Args: oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			dir, options := o.split(cmd, args)
			server, err := serve.Prepare(c, dir, options)
			if err != nil {
				return err
			}
			c.Notef("flowc studio is the same with a canvas: what each request does, as it does it")
			return server.Run(ctx)
		},
	}
	o.flags(cmd)
	return cmd
}

// programHelp is what dev and studio say of programs that flowc has not made.
const programHelp = `Of workflows in a service that flowc did not make, the program is the one that imports them, or
--main. It is built and runs in the root of its module, with --env besides the environment that it has. It learns where
to listen by {addr}, or {host} and {port}, in --env or in its arguments behind --:

	flowc dev internal/flows --main ./cmd/shop --env SHOP_LISTEN={addr} -- -verbose`

// programOptions are how a program is run that flowc has not made.
type programOptions struct {
	main string
	env  []string
}

func (o *programOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.main, "main", "", "folder of the program (default: the one that imports the workflows)")
	cmd.Flags().StringArrayVar(&o.env, "env", nil, "NAME=VALUE, in the program's environment; for each variable")
}

// split returns the folder that a command line names, and how its program is run.
func (o *programOptions) split(cmd *cobra.Command, args []string) (dir string, options serve.Options) {
	n := beforeDash(cmd, args)
	options = serve.Options{Flowc: callOfFlowc(), Main: o.main, Env: o.env, Args: args[n:]}
	if n == 0 {
		return ".", options
	}
	return args[0], options
}

// beforeDash returns how many arguments stand before --, which are flowc's own.
func beforeDash(cmd *cobra.Command, args []string) int {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		return n
	}
	return len(args)
}

// oneFolder takes one folder at most; what is behind -- is the program's.
func oneFolder(cmd *cobra.Command, args []string) error {
	return cobra.MaximumNArgs(1)(cmd, args[:beforeDash(cmd, args)])
}
