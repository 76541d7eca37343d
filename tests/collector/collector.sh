#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Prints the path of an OpenTelemetry Collector with an OTLP receiver and a file exporter:
# $OTELCOL, otelcol on the PATH, or one that Go's official builder made from manifest.yaml (once;
# it is kept in ~/.cache/rocjfr).
# Exit code 3: there is none, and no Go to build one; standard error says so. 1: the build failed.
set -euo pipefail
readonly HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# Held back: from 0.162.0 on the file exporter needs otlpencodingextension, which could not be fetched.
readonly BUILDER=go.opentelemetry.io/collector/cmd/builder@v$(sed -n 's/^  version: //p' "$HERE/manifest.yaml")

if [[ -n ${OTELCOL:-} ]]; then
  if ! command -v "$OTELCOL"; then
    echo "OTELCOL names no program: $OTELCOL" >&2
    exit 1
  fi
  exit 0
fi
if command -v otelcol || command -v otelcol-contrib; then
  exit 0
fi

go=$(command -v go || true)
if [[ -z $go && -x /usr/local/go/bin/go ]]; then
  go=/usr/local/go/bin/go
fi
sum=$(sha256sum "$HERE/manifest.yaml" | cut -c1-16)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr
built=$cache/otelcol-$sum
if [[ -x $built ]]; then
  echo "$built"
  exit 0
fi
if [[ -z $go ]]; then
  echo "no OpenTelemetry Collector: OTELCOL is not set, otelcol is not on the PATH, and there is no Go to build one" >&2
  exit 3
fi

mkdir -p "$cache"
exec 9>"$cache/otelcol.lock"
flock 9 # two builds at once would only take twice as long
if [[ ! -x $built ]]; then
  work=$(mktemp -d "$cache/build.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  {
    export CGO_ENABLED=0 PATH="$(dirname "$go"):$PATH"
    GOBIN=$work/bin nice "$go" install "$BUILDER"
    sed "s|^dist:|dist:\n  output_path: $work/src|" "$HERE/manifest.yaml" >"$work/manifest.yaml"
    nice "$work/bin/builder" --config "$work/manifest.yaml" --ldflags="-s -w"
    mv "$work/src/otelcol-rocjfr" "$built"
  } >&2
fi
echo "$built"
