package open_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"crosstable/pipeline/open"
)

// An event of any form is opened by its name, and what was read is known by its hash.
func ExampleEvent() {
	dir, err := os.MkdirTemp("", "open")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	players := "no,name,rating\n1,Adler,2100\n2,Berg,2000\n"
	pairs := "round,white_no,black_no,result\n1,1,2,1-0\n"
	_ = os.WriteFile(filepath.Join(dir, "x.players.csv"), []byte(players), 0o644)
	_ = os.WriteFile(filepath.Join(dir, "x.games.csv"), []byte(pairs), 0o644)

	var log open.Log
	e, _, err := open.Event(context.Background(), "x.players.csv", open.Options{Base: dir, Log: &log})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.N(), "players,", e.Finished(), "round")
	for _, r := range log.Reads() {
		fmt.Println(r.File, r.Size, r.SHA256[:8])
	}
	// Output:
	// 2 players, 1 round
	// x.games.csv 41 6994d8e7
	// x.players.csv 40 3f022dc7
}
