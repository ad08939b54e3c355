# One line a target; `make help` lists them.
GO ?= go
build: ## build ./crosstable
	$(GO) build -o crosstable ./cmd/crosstable
test: ## all tests that fit in five minutes
	$(GO) test ./...
test-long: ## the long campaigns
	CROSSTABLE_LONG=1 $(GO) test -timeout 120m ./...
.PHONY: build test test-long
