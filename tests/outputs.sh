#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Compares what two builds say of the same recordings: every command that reads recordings, every format.
#   tests/outputs.sh OLD_DIST NEW_DIST FOLDER [OUT]
#   FOLDER  the recordings (*.jfr). One that is cut off, and one with a changed byte, are made of the largest.
#   OUT     where the outputs are kept, the old build's also for the next time (default: a temporary folder that is
#           removed if all are equal)
# Left out of the comparison are a rocpd database's GUIDs and the times of files. 0: all outputs are equal.
# By hand, before and after a change that has to leave the outputs as they are.
set -euo pipefail
if (($# < 3)); then
  sed -n '5,11s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
old=$(readlink -f "$1") new=$(readlink -f "$2") folder=$(readlink -f "$3")
kept=${4:-}
out=${kept:-$(mktemp -d)}
mkdir -p "$out"
out=$(readlink -f "$out")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
receiver=
trap '[[ -z $receiver ]] || kill "$receiver"' EXIT

rm -f "$out/port"
# Takes what an exporter sends, and keeps each request in the folder that is named at the time, under its hash:
# requests come in any order, and may come again.
python3 - "$out" <<'PYTHON' &
import hashlib, http.server, pathlib, sys
out = pathlib.Path(sys.argv[1])
class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        folder = pathlib.Path((out / "receiving").read_text().strip())
        folder.mkdir(exist_ok=True)
        (folder / hashlib.sha256(body).hexdigest()).write_bytes(body)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *ignored):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
(out / "port.new").write_text(str(server.server_port))
(out / "port.new").rename(out / "port")
server.serve_forever()
PYTHON
receiver=$!
until [[ -e $out/port ]]; do
  kill -0 "$receiver" # it did not start
  read -rt 0.1 <> <(:) || true
done
port=$(<"$out/port")

recordings=$out/recordings
rm -rf "$recordings"
mkdir -p "$recordings"
cp "$folder"/*.jfr "$recordings"
largest=$(find "$folder" -name '*.jfr' -printf '%s %p\n' | sort -rn | head -n 1 | cut -d ' ' -f 2-)
size=$(stat -c %s "$largest")
head -c $((size * 3 / 5)) "$largest" >"$recordings/cut.jfr"
cp "$largest" "$recordings/changed.jfr"
for part in 1 2 3 4; do
  printf '\377\377\377\377' | dd of="$recordings/changed.jfr" bs=1 seek=$((size * part / 5)) conv=notrunc status=none
done

# Runs one command of a build: its status, and what it prints, without the paths of its outputs.
run() {
  local name=$1 status=0
  shift
  "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$dist/rocjfr.jar" "$@" >"$to/$name.stdout" 2>"$to/$name.stderr" || status=$?
  echo "status $status" >>"$to/$name.stderr"
  sed -i "s|$to|OUT|g" "$to/$name.stdout" "$to/$name.stderr"
}

# A database as text, each table's rows, with its GUIDs replaced, and the numbers that are made of them.
dump() {
  [[ -e $1 ]] || return 0
  sqlite3 "$1" .dump | sed -E 's/[0-9a-f]{8}([-_])[0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{12}/GUID/g
    s/^(INSERT INTO rocpd_info_node_GUID VALUES\(1,.GUID.),-?[0-9]+,.[0-9a-f]{32}./\1,NUMBER,GUID/' >"$1.sql"
  rm "$1"
}

outputs() {
  local file=$1
  run summary summary "$file"
  run summary-json summary --json --fail-on-loss "$file"
  run report report --min-severity=na "$file"
  run flame flame --lines -o "$to/flame.html" "$file"
  for of in copies launches waits memory; do
    run "collapsed-$of" flame "--$of" --collapsed "$file"
  done
  run pprof flame --pprof -o "$to/time.pb.gz" "$file"
  [[ ! -e $to/time.pb.gz ]] || gzip -dc "$to/time.pb.gz" >"$to/time.pb"
  rm -f "$to/time.pb.gz"
  run top top --wide --rows=0 "$file"
  run leaks leaks --json --frames=0 "$file"
  run page page -o "$to/page.html" "$file"
  run perfetto convert -o "$to/trace.pftrace" "$file"
  run rocpd convert -o "$to/rocpd.db" "$file"
  dump "$to/rocpd.db"
  run parquet convert -o "$to/parquet" "$file"
  echo "$to/spans" >"$out/receiving"
  # A busy machine is no reason to send again.
  OTEL_EXPORTER_OTLP_TIMEOUT=600000 run export export --endpoint "http://127.0.0.1:$port" --protocol http/protobuf --compression none "$file"
}

both() {
  local name=$1
  shift
  for build in old new; do
    dist=${!build} to=$out/$build/$name
    if [[ $build == old && -e $to.done ]]; then continue; fi
    rm -rf "$to"
    mkdir -p "$to"
    "$@"
    touch "$to.done"
  done
}

for recording in "$recordings"/*.jfr; do
  both "$(basename "$recording" .jfr)" outputs "$recording"
done
kill "$receiver"
receiver=
# How long something took is not the recording's.
find "$out/old" "$out/new" -name 'export.std*' -exec sed -i -E 's/ in [0-9.]+ m?s\b.*//' {} +
echo "$(find "$out/old" -type f -size +0 | wc -l) outputs of $(find "$recordings" -name '*.jfr' | wc -l) recordings"
if diff -rq "$out/old" "$out/new"; then
  echo "All are equal."
  [[ -n $kept ]] || rm -rf "$out"
else
  echo "They differ: diff -r $out/old $out/new" >&2
  exit 1
fi
