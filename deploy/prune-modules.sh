#!/bin/sh
# Deletes files that a server never uses from node_modules: tests, documentation, TypeScript (Node.js doesn't run it in
# packages), source maps and builds for browsers. `sh deploy/prune-modules.sh node_modules`
#
# Development builds (`*.development.js`, the router's `umd`) stay, because Node.js reads the names of exports from them.
set -eu
find "$1" -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name 'example*' -o -name 'benchmark*' \
  -o -name .yarn -o -name .github -o -path '*/react-dom/umd' \) -prune -exec rm -r {} +
find "$1" -type f \( -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.flow' -o -name '*.map' -o -name '*.md' \
  -o -name '*.profiling.min.js' -o -name '*.standalone.js' -o -name 'cdn*.js' -o -path '*/pdfkit/js/*browser*' \
  -o -path '*/semantic-conventions/dist/experimental_*' -o -path '*/fontkit/dist/browser*' -o -path '*/web-streams-polyfill/dist/polyfill*' \) -delete
# The code that imports date-fns is a module and only needs English.
[ ! -d "$1/date-fns" ] || find "$1/date-fns" \( -name '*.cjs' -o -path '*/fp/*' -o -path '*/locale/*' ! -path '*/locale/_lib/*' ! -path '*/locale/en-*' \) \
  -type f -delete
# Copies for browsers and for older versions of Node.js, and psl's source data.
rm -rf "$1"/@microsoft/signalr/dist/browser "$1"/@microsoft/signalr/dist/webworker "$1"/psl/dist/psl.umd* "$1"/psl/data "$1"/dayjs/esm \
  "$1"/csv-stringify/dist/umd "$1"/csv-stringify/dist/iife "$1"/pdfkit/js/pdfkit.old.js \
  "$1"/web-streams-polyfill/dist/ponyfill.es* "$1"/pako/dist "$1"/react-dom/cjs/*.browser.*
find "$1" -type f -name '*.debug.js' -delete
