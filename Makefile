# One line a target; `make help` lists them.
GO ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 10s
build: ## build ./crosstable
	$(GO) build -o crosstable ./cmd/crosstable
demo: build ## rate two quarters of an invented league and say where to look
	./crosstable run fixtures/demo/quarter.toml --out demo-out || [ $$? -eq 1 ] && echo 'Open demo-out/index.html in a browser.'
test: ## all tests that fit in five minutes
	$(GO) test ./...
test-long: ## the long campaigns
	CROSSTABLE_LONG=1 $(GO) test -timeout 120m ./...
test-browser: ## the pages in Chromium, headless; installs it with apt if it is missing; pictures in .ci/browser/screenshots
	command -v chromium >/dev/null && fc-list | grep -qi cjk || { apt-get update -q && apt-get install -y -q chromium fonts-noto-cjk fontconfig; }
	cd .ci/browser && $(GO) test -count=1 -timeout 15m .
test-slurm: ## a study as a job array on a Slurm of this machine (Debian, root)
	./.ci/test-slurm
race: ## the tests under the race detector
	$(GO) test -race -timeout 60m ./...
bench: ## every benchmark, one core
	$(GO) test -run '^$$' -bench . -benchmem -cpu 1 ./...
fuzz: ## every fuzz target for FUZZTIME each
	./.ci/fuzz $(FUZZTIME)
golden: ## rewrite the golden files, scripts and documents from what the program does now
	for p in $$(grep -rlE 'flag.Bool\("update"' --include=*_test.go . | xargs -n1 dirname | sort -u); do $(GO) test $$p -update || exit 1; done
docs: ## run every command of the documents and compare what they show
	$(GO) test -count=1 -run 'TestDocuments' ./cmd/crosstable
lint: ## gofmt, go vet, staticcheck
	test -z "$$(gofmt -l .)" && $(GO) vet ./... && $(GO) run $(STATICCHECK) ./...
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12
.PHONY: build demo test test-long test-slurm test-browser race bench fuzz golden docs lint help
