package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

func migrateCommand(c *console.Console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Run the migrations of a database",
		Long: `Migrations are files beside the workflows, in goose's format: migrations/00001_begin.sql for SQLite, and for PostgreSQL
migrations.postgres/00001_begin.sql. Where there are some they are the schema, and schema.sql does not count.

	-- +goose Up
	CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE);

	-- +goose Down
	DROP TABLE users;

A project that had a schema.sql goes over to migrations by "flowc migrate new begin", whose first file is that schema, and
"flowc migrate baseline" on each database that has these tables already.

What was run is kept in the table ` + migrate.Table + `: a file that was run must not change. An embedded database is migrated when a
server starts; another one by "flowc migrate up", or at the start of a server whose environment has MIGRATE=start.`,
	}
	m := &migration{Console: c}
	for _, sub := range []*cobra.Command{
		{Use: "up [DIR]", Short: "Run the pending migrations", Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error { return m.on(args, m.up) }},
		{Use: "status [DIR]", Short: "List the migrations, run and pending", Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error { return m.on(args, m.status) }},
	} {
		sub.Long = sub.Short + `, on the database that the environment names, as a server in the project's folder would read it. DIR is the
folder of workflows, where there are several, or the project.`
		sub.Flags().StringVar(&m.variable, "database", "DATABASE_URL", "the variable with the database's URL")
		cmd.AddCommand(sub)
	}
	cmd.AddCommand(newMigrationCommand(c), baselineCommand(m), &cobra.Command{
		Use:   "storage",
		Short: "Print the SQL of the table of Local Storage in PostgreSQL",
		Long: `Storage prints the SQL that makes the table of Local Storage where STORAGE_URL is postgres:, for the migrations of a service that
runs its own. Where STORAGE_URL is postgres:, "flowc migrate up" makes the table in the database of DATABASE_URL.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { c.Printf("%s", migrate.StorageTable); return nil },
	})
	return cmd
}

func newMigrationCommand(c *console.Console) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Begin a migration",
		Long: `New writes an empty migration with the next number, for each engine that has a folder of migrations or a schema beside the
workflows. The first one of an engine that has a schema is that schema.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return newMigration(c, dir, args[0]) },
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder of workflows")
	return cmd
}

// migration is one database that is to be migrated.
type migration struct {
	*console.Console
	variable string
}

// on finds the migrations of a folder and the database that the environment of its project names, and does something
// with both.
func (m *migration) on(args []string, do func(ctx context.Context, d database, list []migrate.Migration) error) error {
	dir, err := migrationFolder(args)
	if err != nil {
		return err
	}
	d, err := databaseOf(project.HomeOf(dir), m.variable)
	if err != nil {
		return err
	}
	list, err := migrate.Read(os.DirFS(dir), d.Engine)
	switch {
	case err != nil:
		return err
	case len(list) == 0:
		return fmt.Errorf("%s has no %s: begin one with flowc migrate new NAME", dir, d.Engine)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	return do(ctx, d, list)
}

// migrationFolder is the folder of workflows that was named, or the only one in what was named.
func migrationFolder(args []string) (string, error) {
	dir := append(args, ".")[0]
	if err := project.WantFolder(dir); err != nil {
		return "", err
	}
	return onlyFolder(dir, "name one")
}

func (m *migration) up(ctx context.Context, d database, list []migrate.Migration) error {
	db, err := d.Create()
	if err != nil {
		return err
	}
	defer db.Close()
	ran, err := migrate.Up(ctx, db, d.Engine, list)
	for _, done := range ran {
		m.Printf("%s/%s\n", d.Engine, done.Name)
	}
	made := false
	if err == nil && d.storage {
		if made, err = migrate.UpStorage(ctx, db); made {
			m.Printf("flowc_storage\n")
		}
	}
	if err == nil && len(ran) == 0 && !made {
		m.Notef("nothing to do: all %d migrations were run before", len(list))
	}
	return d.Named(err)
}

// status makes no file: a database that is not there has run nothing.
func (m *migration) status(ctx context.Context, d database, list []migrate.Migration) error {
	db, err := d.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	states, err := migrate.Status(ctx, db, d.Engine, list)
	if err != nil {
		return d.Named(err)
	}
	if d.Absent() {
		m.Notef("there is no %s yet: flowc migrate up makes it, or the server when it starts", project.Nearby(d.File))
	}
	for _, s := range states {
		m.Printf("%-8s %s/%s\n", said(s), d.Engine, s.Name)
	}
	return nil
}

// said is a state in a word.
func said(s migrate.State) string {
	return cmp.Or(map[bool]string{true: "gone"}[s.Gone], map[bool]string{true: "changed"}[s.Changed], map[bool]string{true: "applied", false: "pending"}[s.Applied])
}

// newMigration writes an empty migration for each engine of a folder.
func newMigration(c *console.Console, dir, name string) error {
	if !project.MigrationName.MatchString(name) {
		return fmt.Errorf("%q can't name a migration: want small letters, digits, - and _", name)
	}
	dir, err := folderOr(dir)
	if err != nil {
		return err
	}
	next, begun, err := project.NextMigration(os.DirFS(dir), migrate.SQLite)
	if err != nil {
		return err
	}
	for _, b := range begun {
		path := filepath.Join(dir, b.Engine, fmt.Sprintf("%05d_%s.sql", next, name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := project.Replace(path, []byte("-- +goose Up\n"+b.Schema+"\n-- +goose Down\n")); err != nil {
			return err
		}
		c.Printf("%s\n", path)
		if b.Schema != "" {
			c.Notef("%s is the schema from now on, and %s counts no longer: delete that. A database that has its tables wants flowc migrate baseline", path, b.File)
		}
	}
	return nil
}
