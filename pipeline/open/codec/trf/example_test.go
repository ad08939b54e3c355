package trf_test

import (
	"fmt"
	"os"

	"crosstable/pipeline/open/codec/trf"
)

// An event is read from a tournament report, its standing looked at, and written back as it was.
func ExampleParse() {
	report := "012 Club championship\n" +
		"001    1      Adler, Anna                       2100                             1.0    1     2 w 1\n" +
		"001    2      Berg, Bernd                       2000                             0.0    2     1 b 0\n"
	e, issues, err := trf.Parse([]byte(report), "club.trf")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Name, e.Finished(), "round", len(issues), "issues")
	for i := range e.Players {
		fmt.Println(e.Players[i].Name, e.Players[i].Rating, e.Players[i].Stated)
	}
	if _, err := trf.Write(os.Stdout, e, trf.Keep); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Club championship 1 round 0 issues
	// Adler, Anna 2100 1
	// Berg, Bernd 2000 0
	// 012 Club championship
	// 001    1      Adler, Anna                       2100                             1.0    1     2 w 1
	// 001    2      Berg, Bernd                       2000                             0.0    2     1 b 0
}
