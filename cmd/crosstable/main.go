// Command crosstable reads tournament results, rates them, pairs and checks events, and simulates
// tournaments. This package is the command line only: flags, exit codes, progress. One file per command;
// the list of commands is in commands.go. Rules live in engine, files in pipeline, Monte Carlo in sim.
package main

import "os"

func main() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
