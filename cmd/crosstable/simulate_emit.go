package main

import (
	"fmt"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/stage"
)

// clusterJobs is the table of schedulers that `simulate emit` writes a job for. Each job is an array: a shard a task,
// the index taken from the scheduler's variable by --shard auto.
var clusterJobs = []struct {
	name, usage string
	text        *template.Template
}{
	{"slurm", "a Slurm job array and the job that merges", template.Must(template.New("slurm").Parse(slurmJob))},
	{"kubernetes", "a Kubernetes indexed Job", template.Must(template.New("kubernetes").Parse(kubernetesJob))},
}

// A task that is requeued or run twice writes the same part; --shard reads SLURM_ARRAY_TASK_ID.
const slurmJob = `#!/bin/sh
#SBATCH --job-name=crosstable
#SBATCH --array=0-{{.Last}}
#SBATCH --cpus-per-task={{.Jobs}}
#SBATCH --time={{.Time}}
#SBATCH --requeue
# Submit:  sbatch THIS_FILE
# Then:    {{.Program}} simulate merge {{.Parts}}/* --out {{.Out}}
#          (a missing shard is named; submit it again with --array=NUMBER)
set -eu
mkdir -p {{.Parts}}
exec {{.Program}} simulate study {{.Study}} --shard "auto/{{.Shards}}" --jobs {{.Jobs}} --out {{.Parts}}/"$SLURM_ARRAY_TASK_ID"
`

const kubernetesJob = `# Submit:  kubectl apply -f THIS_FILE
# Then, where the volume is mounted:  {{.Program}} simulate merge {{.Parts}}/* --out {{.Out}}
# IMAGE is an image with crosstable in it; CLAIM a volume claim that all pods can write to.
apiVersion: batch/v1
kind: Job
metadata:
  name: crosstable
spec:
  completionMode: Indexed
  completions: {{.Shards}}
  parallelism: {{.Shards}}
  backoffLimit: 10
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: shard
          image: IMAGE
          workingDir: /work
          # The shell's $JOB_COMPLETION_INDEX names the part; --shard auto reads it too.
          command: ["sh", "-c", "mkdir -p {{.Parts}} && exec {{.Program}} simulate study {{.Study}} --shard auto/{{.Shards}} --jobs {{.Jobs}} --out {{.Parts}}/$JOB_COMPLETION_INDEX"]
          resources:
            requests: {cpu: "{{.Jobs}}", memory: 256Mi}
          volumeMounts:
            - {name: work, mountPath: /work}
      volumes:
        - name: work
          persistentVolumeClaim: {claimName: CLAIM}
`

func simulateEmitCommand() *cli.Command {
	var names []string
	for _, j := range clusterJobs {
		names = append(names, j.name)
	}
	cmd := &cli.Command{Name: "emit", Usage: "print a cluster job that plays a study in shards: " + strings.Join(names, ", "), ArgsUsage: strings.Join(names, "|") + " STUDY.toml"}
	for _, j := range clusterJobs {
		cmd.Subcommands = append(cmd.Subcommands, &cli.Command{
			Name: j.name, Usage: j.usage, ArgsUsage: "STUDY.toml",
			Flags: []cli.Flag{
				&cli.IntFlag{Name: "shards", Usage: "tasks", Value: 16},
				&cli.IntFlag{Name: "jobs", Usage: "workers a task", Value: 1},
				&cli.StringFlag{Name: "time", Usage: "time limit of a task (Slurm)", Value: "01:00:00"},
				&cli.StringFlag{Name: "parts", Usage: "folder of the shards' parts", Value: "parts"},
				&cli.StringFlag{Name: "out", Usage: "folder of the merged results, for the hint in the job", Value: "results"},
				&cli.StringFlag{Name: "program", Usage: "the program as the tasks find it", Value: "crosstable"},
			},
			Action: func(c *cli.Context) error {
				if c.NArg() != 1 {
					return usageError("emit %s needs one study file", j.name)
				}
				if c.Int("shards") < 1 || c.Int("jobs") < 1 {
					return usageError("--shards and --jobs are 1 or more")
				}
				// A job that fails on the cluster after an hour in the queue helps nobody: read the study now.
				s, err := stage.StudyOf(runEnv(c, mostIssues), c.Args().First())
				if err != nil {
					return inputError(err)
				}
				if s.Until != nil {
					return usageError("%s: until does not go with shards; set replicates", c.Args().First())
				}
				if n := s.Blocks(); n < c.Int("shards") {
					return usageError("--shards %d: the study has only %d blocks of %d replicates; give fewer shards or a smaller block", c.Int("shards"), n, s.Block)
				}
				return j.text.Execute(c.App.Writer, map[string]any{
					"Last": c.Int("shards") - 1, "Shards": c.Int("shards"), "Jobs": c.Int("jobs"), "Time": c.String("time"),
					"Program": shellWord(c.String("program")), "Study": shellWord(c.Args().First()), "Parts": shellWord(c.String("parts")), "Out": shellWord(c.String("out")),
				})
			},
		})
	}
	return cmd
}

// shellWord quotes a word for sh where it must be.
func shellWord(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_./-+=:,@", r))
	}) {
		return s
	}
	return fmt.Sprintf("'%s'", strings.ReplaceAll(s, "'", `'\''`))
}
