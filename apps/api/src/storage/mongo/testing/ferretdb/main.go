// Serves FerretDB with its SQLite back end in the folder that is its only argument, on a free port of this machine. Prints its
// address once it is served, and ends when its standard input does, which it does with whatever started it.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	database, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[1] + "/?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=busy_timeout(10000)",
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	context, stop := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	go func() { fmt.Println(database.MongoDBURI()) }()
	if err := database.Run(context); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
