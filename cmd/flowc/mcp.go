package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	rt "github.com/flowc-dev/flowc/runtime"
	_ "github.com/flowc-dev/flowc/runtime/engine/postgres" // tokens are in whatever database the server has
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
	"github.com/flowc-dev/flowc/runtime/sqlite"
	"github.com/flowc-dev/flowc/schema/types"
)

func mcpCommand(c *console.Console) *cobra.Command {
	mcp := &cobra.Command{Use: "mcp", Short: "Let assistants call a project's MCP tools"}
	token := &cobra.Command{
		Use:   "token",
		Short: "Scoped tokens for assistants",
		Long: `Tokens are in the project's database, DATABASE_URL as its server resolves it: by the environment, .env.<FLOWC_ENV> and
.env of DIR. Only their hashes are stored. A token that is revoked opens nothing from then on.`,
	}
	token.AddCommand(createTokenCommand(c), listTokensCommand(c), revokeTokenCommand(c))
	mcp.AddCommand(token)
	return mcp
}

func createTokenCommand(c *console.Console) *cobra.Command {
	var name, expires string
	var scopes []string
	cmd := &cobra.Command{
		Use:   "create --name NAME --scope SCOPE [DIR]",
		Short: "Make a token and print it, once",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			lifetime, err := types.ParseDuration(expires)
			if err != nil {
				return fmt.Errorf("--expires %q: want a count and one of ms, s, m, h, d and w, such as 30d", expires)
			}
			dir, scopes := append(args, ".")[0], splitScopes(scopes)
			return withTokens(c, dir, rt.WithDir(dir), func(ctx context.Context, tokens *mcptoken.Store) error {
				text, err := tokens.Create(ctx, name, scopes, lifetime)
				if err != nil {
					return fmt.Errorf("making the token %q: %w", name, err)
				}
				noteUnknownScopes(c, dir, scopes)
				c.Notef("this is the only time that the token %q is shown; it expires in %s", name, expires)
				c.Printf("%s\n", text)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "what the token is called, in lists and in workflows, as sub")
	cmd.Flags().StringArrayVar(&scopes, "scope", nil, "a scope of the project's tools, or several with commas")
	cmd.Flags().StringVar(&expires, "expires", "90d", "how long the token is good")
	_ = cmd.MarkFlagRequired("name")  // the flags are there
	_ = cmd.MarkFlagRequired("scope") // as above
	return cmd
}

// splitScopes takes apart what has commas or spaces, which no scope has.
func splitScopes(given []string) []string {
	return strings.FieldsFunc(strings.Join(given, ","), func(r rune) bool { return r == ',' || r == ' ' })
}

// noteUnknownScopes says which scopes no tool of the project asks for: they may be misspelt.
func noteUnknownScopes(c *console.Console, dir string, scopes []string) {
	programs, err := serve.Programs([]string{dir}, serve.EveryFolder)
	if err != nil {
		return // a folder without workflows may well share the database
	}
	known := serve.ScopesOf(serve.ToolsOf(programs))
	for _, scope := range scopes {
		if !slices.Contains(known, scope) {
			c.Notef("no MCP tool asks for the scope %s; those of this project are: %s", scope, strings.Join(known, ", "))
		}
	}
}

func listTokensCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "list [DIR]",
		Short: "List the tokens, without their texts",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return lookAtTokens(c, append(args, ".")[0], func(ctx context.Context, tokens *mcptoken.Store) error {
				all, err := tokens.List(ctx)
				if err != nil {
					return err
				}
				return printTokens(c, all, time.Now())
			})
		},
	}
}

func printTokens(c *console.Console, all []mcptoken.Token, now time.Time) error {
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tSCOPES\tCREATED\tEXPIRES")
	for _, t := range all {
		expires := t.Expires.Format(time.RFC3339)
		if !now.Before(t.Expires) {
			expires += " (expired)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", t.Name, strings.Join(t.Scopes, " "), t.Created.Format(time.RFC3339), expires)
	}
	return table.Flush()
}

func revokeTokenCommand(c *console.Console) *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "revoke NAME [DIR]",
		Short: "Take a token away, at once",
		Args:  cobra.MaximumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if name != "" {
				args = append([]string{name}, args...)
			}
			if len(args) == 0 {
				return errors.New("revoke needs the name of a token, which `flowc mcp token list` prints")
			}
			return lookAtTokens(c, append(args, ".")[1], func(ctx context.Context, tokens *mcptoken.Store) error {
				if err := tokens.Revoke(ctx, args[0]); err != nil {
					return fmt.Errorf("revoking the token %q: %w", args[0], err)
				}
				c.Notef("the token %q opens nothing any more", args[0])
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "the token's name, in place of the argument")
	return cmd
}

// lookAtTokens is withTokens for a do that makes none: there are none in a database that is not there, and it is not
// made for that.
func lookAtTokens(c *console.Console, dir string, do func(context.Context, *mcptoken.Store) error) error {
	if err := project.WantFolder(dir); err != nil {
		return err
	}
	d, err := databaseOf(dir, "DATABASE_URL")
	if err != nil {
		return err
	}
	if !d.Absent() {
		return withTokens(c, dir, rt.WithDir(dir), do)
	}
	c.Notef("there is no %s yet", project.Nearby(d.File))
	return withTokens(c, dir, rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite:" + sqlite.Memory}), do)
}

// withTokens opens the tokens of the project in dir for do; in says where they are.
func withTokens(c *console.Console, dir string, in rt.Option, do func(context.Context, *mcptoken.Store) error) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := project.WantFolder(dir); err != nil {
		return err
	}
	noteNoDatabase(c, dir)
	app, err := rt.Open(in)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	s := app.Setup()
	tokens := mcptoken.Open(s)
	if err := s.Err(); err != nil {
		return err
	}
	return do(ctx, tokens)
}

// noteNoDatabase warns about a folder in which nothing configures a database: it may not be the one that is meant.
func noteNoDatabase(c *console.Console, dir string) {
	_, err := project.FindPlaces([]string{dir})
	vars, _ := rt.Environ(dir) // rt.Open says what is wrong with them
	if errors.As(err, new(project.NoWorkflows)) && vars["DATABASE_URL"].Value == "" {
		c.Notef("%v, and no DATABASE_URL: is it the project's folder?", err)
	}
}
