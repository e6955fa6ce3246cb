# The browser app, built into the package. Node comes from .venv where the machine has none.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-update-notifier
BUNDLE := src/tetrad/server/static/index.html
PACKAGES := web/node_modules/.package-lock.json
WEB_SOURCES := $(shell find web/src web/public -type f) \
	$(addprefix web/,index.html package.json tsconfig.json vite.config.ts)

.PHONY: web
web: $(BUNDLE) ## build the browser app

$(BUNDLE): $(PACKAGES) $(WEB_SOURCES)
	echo "Building the browser app ..."
	$(NPM) run --silent build -- --logLevel warn

$(PACKAGES): web/package-lock.json | $(READY)
	echo "Fetching what the browser app is built with ..."
	$(NPM) ci --include=dev --silent --no-audit --no-fund
	touch $(PACKAGES)
