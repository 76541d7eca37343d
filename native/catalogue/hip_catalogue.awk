# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# hip_catalogue.sh runs it: reads hip.txt, prints one list.

# Where: the line at which the reader is, or of a block that has ended its first line.
function fail(why) {
  printf "hip.txt:%d: %s: %s\n", where, name, why > "/dev/stderr"
  failed = 1
  exit 1
}

# Where an argument stands, in the frame of HIP 5 or of 6 and later: "" if it is not known.
function place(text, frame,    offset, plus, i) {
  if (text ~ /^@/) return substr(text, 2) + 0
  if (text ~ /^:/) return "k" camel(substr(text, 2))
  plus = 0
  if (match(text, /\+[0-9]+$/)) {
    plus = substr(text, RSTART + 1) + 0
    text = substr(text, 1, RSTART - 1)
  }
  for (i = 0; i < count; ++i) {
    if (argument[i] != text) continue
    offset = frame == 5 ? until5[i] : from6[i]
    return offset == "-" ? "" : offset + plus + 16
  }
  if (text !~ /^[0-9]+$/) fail("no argument: " text)
  return text
}

function camel(word,    parts, n, i, text) {
  n = split(word, parts, "-")
  text = ""
  for (i = 1; i <= n; ++i) text = text toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
  return text
}

# One word as the call of a method. Sets `unknown` where a place is not known in this frame.
function method(word, frame,    open, inner, parts, n, i, text, at) {
  open = index(word, "(")
  if (open == 0) return "." camel(word) "()"
  inner = substr(word, open + 1, length(word) - open - 1)
  n = split(inner, parts, ",")
  text = "." camel(substr(word, 1, open - 1)) "("
  for (i = 1; i <= n; ++i) {
    at = place(parts[i], frame)
    if (at == "") unknown = 1
    text = text (i > 1 ? ", " : "") at
  }
  return text ")"
}

function methods(words, frame,    parts, n, i, text, one) {
  n = split(words, parts, " ")
  text = ""
  for (i = 1; i <= n; ++i) {
    unknown = 0
    one = method(parts[i], frame)
    if (!unknown) text = text one
  }
  return text
}

# The words whose places are the same in both frames.
function common(words,    parts, n, i, text) {
  n = split(words, parts, " ")
  text = ""
  for (i = 1; i <= n; ++i) if (method(parts[i], 5) == method(parts[i], 6)) text = text " " parts[i]
  return text
}

function told_by_signature(    i, text) {
  text = ""
  for (i = 0; i < count; ++i) {
    if (type[i] == "hipStream_t" && text !~ /stream\(/) text = text " stream(" argument[i] ")"
    if (type[i] == "size_t" && argument[i] ~ /^(size|sizeBytes|bytes)$/ && text !~ /bytes\(/) {
      text = text " bytes(" argument[i] ")"
    }
  }
  return text
}

function quoted(text) {
  return "\"" text "\""
}

function has(word) {
  return index(" " words " ", " " word " ") != 0
}

function value(key,    found) {
  if (!match(" " words " ", " " key "=[^ ]+")) return ""
  found = substr(" " words " ", RSTART, RLENGTH)
  return substr(found, length(key) + 3)
}

# Older frames hold a copy of an array behind its pointer, or another struct.
function print_arguments(    both, five, six, here) {
  if (call_words == "nothing") return
  here = call_words == "" ? told_by_signature() : call_words
  if (here == "" || since == "-" && call_words == "") return
  five = methods(here, 5)
  six = methods(here, 6)
  if (since + 0 > 57 || since == "-") five = six
  if (here ~ /driver-3d\(/ && since + 0 <= 57) {
    sub(/Driver3d\(/, "Driver3dBefore6(", five)
  }
  if (five == six) {
    if (six != "") printf "A(%s)%s,\n", quoted(name), six
    return
  }
  both = methods(common(here), 6)
  sub(/\.Driver3d\([0-9]+\)/, ".Copy(3)", both)
  printf "A(%s)%s.For(Arrays::kPointer),\n", quoted(name), six
  printf "A(%s)%s.For(Arrays::kWithValue),\n", quoted(name), five
  if (both != "") printf "A(%s)%s.For(Arrays::kUnknown),\n", quoted(name), both
}

function alignment(i,    bytes) {
  if (align[i] != "") return align[i]
  bytes = size[i]
  if (bytes == 12) return 4
  return bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes
}

function print_signature(    i, at, text) {
  if (since == "-") return
  printf "F(%s, %s, %s,\n", name, since, returns == "error" ? "kError" : "kOther"
  if (count == 0) print "  NONE)"
  at = 0
  for (i = 0; i < count; ++i) {
    at = int((at + alignment(i) - 1) / alignment(i)) * alignment(i)
    printf "  A(%s, %s, %d, %d, %d, %d)%s\n", argument[i], quoted(type[i]), size[i], at,
      until5[i] == "-" ? -1 : until5[i], from6[i] == "-" ? -1 : from6[i], i == count - 1 ? ")" : ""
    at += size[i]
  }
}

function kind_of(i,    t) {
  t = type[i]
  if (t in kind) return kind[t]
  if (t ~ /\*\*$/) return "PP"
  if (t ~ /\*$/ || size[i] == 8) return "P"
  return size[i] == 4 ? "I32" : size[i] == 2 ? "U16" : "U8"
}

# Of the functions whose arguments HIP 5.2 keeps.
function print_roctracer(    i, text, known) {
  if (value("as") == "" && (since != 52 || value("kept") != "")) return
  for (i = 0; i < count; ++i) if (until5[i] != "-") known = 1
  if (!known) return
  text = ""
  for (i = 0; i < count; ++i) {
    if (hidden[i]) continue
    if (type[i] == "rocprofiler_dim3_t") {
      text = text sprintf(" A(%s.x, %d, U32) A(%s.y, %d, U32) A(%s.z, %d, U32)", other[i],
                          until5[i], other[i], until5[i] + 4, other[i], until5[i] + 8)
    } else {
      text = text sprintf(" A(%s, %d, %s)", other[i], until5[i], kind_of(i))
    }
  }
  if (text != "") printf "F(%s,%s)\n", name, text
}

function print_function(    traits) {
  traits = ""
  if (has("waits")) traits = traits " | kWaits"
  if (has("polls")) traits = traits " | kPolls"
  if (has("told")) traits = traits " | kTold"
  if (has("muted")) traits = traits " | kMuted"
  if (has("not-ready")) traits = traits " | kNotReady"
  if (has("begins-capture")) traits = traits " | kBeginsCapture"
  if (has("ends-capture")) traits = traits " | kEndsCapture"
  if (has("drops-captures")) traits = traits " | kDropsCaptures"
  if (has("graph-launch")) traits = traits " | kGraphLaunch"
  if (category == "graph") traits = traits " | kMakesGraph"
  if (category == "launch" && call_words ~ /(^| )submits/ || has("graph-launch")) traits = traits " | kLaunches"
  if (call_words ~ /(^| )devices\(/) traits = traits " | kOnDevices"
  if (call_words ~ /(^| )(submits|stream-memory)/) traits = traits " | kSubmits"
  if (call_words ~ /(^| )plain/) traits = traits " | kPlainCopy"
  if (call_words ~ /(^| )grid\(/) traits = traits " | kKernel"
  if (has("module(:load)")) traits = traits " | kModuleLoad"
  if (has("module(:load-data)")) traits = traits " | kModuleLoadData"
  if (has("module(:unload)")) traits = traits " | kModuleUnload"
  if (has("module(:get-function)")) traits = traits " | kModuleGetFunction"
  if (category == "copy" && call_words ~ /(^| )submits/) traits = traits " | kCopies"
  if (has("creates-stream")) traits = traits " | kCreatesStream"
  if (call_words ~ /(^| )destroys-stream/) traits = traits " | kDestroysStream"
  printf "H(%s, %s)\n", name, traits == "" ? "kNoTraits" : substr(traits, 4)
}

# For Java: what readers ask for. An allocation of a pool is in stream order.
function print_category(    text, parts, n, i) {
  text = ""
  if (category == "launch" && call_words ~ /(^| )submits/ || has("graph-launch")) text = text " launches"
  if (call_words ~ /(^| )submits/) text = text " submits"
  if (has("waits")) text = text " waits"
  if (has("polls")) text = text " polls"
  if (has("blocks")) text = text " blocks"
  else if (call_words ~ /(^| )submits/ && (category == "copy" || category == "memory")) text = text " asynchronous"
  if (memory_words ~ /(^| )allocates\(/ && memory_words !~ /allocates\(:(pool|virtual)\)/ || has("makes")) {
    text = text " allocates"
  }
  if (memory_words ~ /(^| )frees\(/ && call_words !~ /(^| )stream\(/ || has("unmakes")) text = text " frees"
  if (has("maps")) text = text " maps"
  if (has("unmaps")) text = text " unmaps"
  if (has("module(:load)") || has("module(:load-data)") || has("starts")) text = text " loads"
  if (has("tells-error")) text = text " tells-error"
  if (has("graph-launch")) text = text " graph-launch"
  n = split(words, parts, " ")
  for (i = 1; i <= n; ++i) if (parts[i] ~ /^look-up=/) text = text " " parts[i]
  printf "%s %s%s\n", name, category, text
}

# What "|" and "&" say: METHOD or METHOD(ARGUMENT,...). The compiler knows the methods.
function check_methods(of,    parts, n, i) {
  n = split(of, parts, " ")
  for (i = 1; i <= n; ++i) {
    if (parts[i] !~ /^[a-z][a-z0-9-]*(\([A-Za-z0-9_:@+,-]+\))?$/) {
      fail("write METHOD or METHOD(ARGUMENT,...), not " parts[i])
    }
  }
}

# That its words, its category and its arguments do not contradict one another.
function check_function(    i, frame, at, end) {
  check_methods(call_words)
  check_methods(memory_words)
  if (has("waits") != (category == "wait")) fail("what waits has the category wait, and nothing else has it")
  if (has("blocks") && category != "copy" && category != "memory") {
    fail("blocks is of copies and fills: category copy or memory")
  }
  if (has("graph-launch") && category != "launch") fail("graph-launch has the category launch")
  if (call_words ~ /(^| )submits/ && category !~ /^(launch|copy|memory)$/) {
    fail("what submits has the category launch, copy or memory")
  }
  if (has("told") && returns != "error") fail("told is of functions that return error")
  if (has("muted") && !has("told")) fail("muted is of functions that are told")
  for (frame = 5; frame <= 6; ++frame) {
    end = 0
    for (i = 0; i < count; ++i) {
      at = frame == 5 ? until5[i] : from6[i]
      if (at == "-") continue
      if (at < end) fail(argument[i] " is at " at ", but the argument before it ends at " end)
      if (at % alignment(i) != 0) fail(argument[i] " is at " at ", which is no multiple of " alignment(i))
      end = at + size[i]
    }
  }
}

# A word that nobody reads would be a fact that is lost.
function check_words(    parts, n, i, key) {
  n = split(words, parts, " ")
  for (i = 1; i <= n; ++i) {
    if (parts[i] in known || parts[i] == "id=-") continue
    if (match(parts[i], /^(sdk|compiler|id)=[0-9]+$/)) {
      if (parts[i] in taken) fail(parts[i] " is that of " taken[parts[i]])
      taken[parts[i]] = name
    } else if (parts[i] ~ /^last=(52|57|6[0-9][0-9])$/) {
      if (since != "-" && substr(parts[i], 6) < since) fail(parts[i] " is before " since)
    } else if (parts[i] ~ /^kept=57$/) {
      if (since != 52) fail(parts[i] " is of functions since 52")
    } else if (parts[i] ~ /^look-up=(hip[A-Za-z]+|CL_[A-Z_]+)$/) {
      continue
    } else if (parts[i] ~ /^as=/) {
      aliases[name] = value("as")
    } else {
      fail("no such word: " parts[i])
    }
  }
  line_of[name] = begin
}

function finish() {
  if (name == "") return
  where = begin
  check_words()
  check_function()
  if (list == "signatures") print_signature()
  if (list == "arguments") print_arguments()
  if (list == "memory" && memory_words != "") printf "M(%s)%s,\n", quoted(name), methods(memory_words, 6)
  if (list == "roctracer-arguments") print_roctracer()
  if (list == "functions") print_function()
  if (list == "categories") print_category()
  if (list == "roctracer-names" && value("id") ~ /[0-9]/) numbered[value("id") + 0] = name
  if (list == "runtime-ids" && value("sdk") != "") numbered[value("sdk") + 0] = name
  if (list == "compiler-ids" && value("compiler") != "") numbered[value("compiler") + 0] = name
}

BEGIN {
  split("launch copy wait memory module stream event graph device other", names, " ")
  for (i in names) categories[names[i]] = 1
  split("told muted waits blocks polls not-ready tells-error graph-launch begins-capture ends-capture " \
        "drops-captures creates-stream makes unmakes maps unmaps starts module(:load) module(:load-data) module(:unload) " \
        "module(:get-function)", names, " ")
  for (i in names) known[names[i]] = 1
}
{ where = FNR }
/\t|\r/ {
  name = $1
  sub(/\r/, "", name)
  fail("has a tab or a carriage return: use spaces, and lines as Unix has them")
}
/^#/ || /^$/ { next }
/^type / {
  text = $0
  sub(/^type +[^ ]+ +/, "", text)
  if (text in kind) fail("type " text " stands there twice")
  kind[text] = $2
  next
}
/^[^ ]/ {
  finish()
  where = begin = FNR
  before = name
  name = $1; since = $2; returns = $3; category = $4
  count = 0; call_words = ""; memory_words = ""; words = ""
  split("", arguments_seen)
  if (name !~ /^_*hip[A-Z][A-Za-z0-9_]*$/) fail("no name of a function: begin an argument, | or & with two spaces")
  if (NF < 4) fail("write NAME SINCE RETURNS CATEGORY, here are " NF " words")
  if (!(category in categories)) {
    fail("no such category: " category ". Use launch, copy, wait, memory, module, stream, event, graph, device or other")
  }
  if (returns != "error" && returns != "other") fail("returns error or other, not " returns)
  if (since !~ /^(-|52|57|6[0-9][0-9])$/) fail("since 52, 57, 6NN or -, not " since)
  if (before != "" && name <= before) fail("stands behind " before ": sort the functions, each once")
  for (i = 5; i <= NF; ++i) words = words (i > 5 ? " " : "") $i
  next
}
/^  [|&]/ && name == "" { fail("stands before the first function") }
/^  [|&]/ && count > 0 { fail("lines with | and & stand before the arguments") }
/^  \| / {
  if (call_words != "") fail("has two lines with |: write one")
  call_words = substr($0, 5)
  next
}
/^  & / {
  if (memory_words != "") fail("has two lines with &: write one")
  memory_words = substr($0, 5)
  next
}
/^  [^ |&]/ {
  text = $1
  if (name == "") fail("stands before the first function")
  if (NF < 5 || text !~ /^~?[A-Za-z_][A-Za-z0-9_]*(=[A-Za-z_][A-Za-z0-9_]*)?$/ || $2 !~ /^[1-9][0-9]*(\/[1-9][0-9]*)?$/ ||
      $3 !~ /^(-|[0-9]+)$/ || $4 !~ /^(-|[0-9]+)$/ || $5 !~ /^[A-Za-z_]/) {
    fail("write ARGUMENT BYTES UNTIL5 FROM6 TYPE, not" substr($0, 2))
  }
  hidden[count] = sub(/^~/, "", text)
  split(text, half, "=")
  argument[count] = half[1]
  if (half[1] in arguments_seen) fail("two arguments are called " half[1])
  arguments_seen[half[1]] = 1
  other[count] = half[2] == "" ? half[1] : half[2]
  split($2, half, "/")
  size[count] = half[1]
  align[count] = half[2]
  until5[count] = $3
  from6[count] = $4
  text = $0
  sub(/^ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "", text)
  type[count++] = text
  next
}
{ fail("not understood:" $0) }

# Names the function behind the gap.
function missing(what, i,    from) {
  from = i
  while (!(i in numbered)) ++i
  name = numbered[i]
  where = line_of[name]
  fail("has number " i " of the " what "'s functions, but " from " is no function's")
}

# AMD's numbers: the places in the list.
function print_ids(what, note,    i, line, upper) {
  upper = toupper(what)
  print "// Copyright 2026 The rocjfr authors."
  print "// SPDX-License-Identifier: Apache-2.0"
  print "//"
  print note
  printf "#ifndef ROCPROFILER_SDK_HIP_%s_API_ID_H_\n#define ROCPROFILER_SDK_HIP_%s_API_ID_H_\n\n", upper, upper
  print "// clang-format off"
  printf "#define ROCPROFILER_HIP_%s_APIS(X)", upper
  for (i = 0; i <= most; ++i) {
    if (!(i in numbered)) missing(what, i)
    printf " \\\n  X(%s)", numbered[i]
  }
  printf "\n// clang-format on\n\n"
  printf "#define ROCPROFILER_HIP_%s_API_DECLARE(name) ROCPROFILER_HIP_%s_API_ID_##name,\n", upper, upper
  printf "typedef enum rocprofiler_hip_%s_api_id_t {\n", what
  printf "  ROCPROFILER_HIP_%s_API_ID_NONE = -1,\n", upper
  printf "  ROCPROFILER_HIP_%s_APIS(ROCPROFILER_HIP_%s_API_DECLARE)\n", upper, upper
  printf "      ROCPROFILER_HIP_%s_API_ID_LAST,\n", upper
  printf "} rocprofiler_hip_%s_api_id_t;\n", what
  printf "#undef ROCPROFILER_HIP_%s_API_DECLARE\n\n", upper
  printf "#endif  // ROCPROFILER_SDK_HIP_%s_API_ID_H_\n", upper
}

END {
  if (failed) exit 1
  finish()
  for (name in aliases) if (!(aliases[name] in line_of)) fail("no such function: " aliases[name])
  if (list == "aliases") for (name in aliases) printf "X(%s, %s)\n", name, aliases[name]
  most = -1
  for (i in numbered) if (i + 0 > most) most = i + 0
  if (list == "runtime-ids") {
    print_ids("runtime", "// Operations of HIP_RUNTIME_API. Functions that a runtime has beyond this list follow from\n" \
              "// ROCPROFILER_HIP_RUNTIME_API_ID_LAST on, by name.")
  } else if (list == "compiler-ids") {
    print_ids("compiler", "// Operations of HIP_COMPILER_API. The runtime's hook reports the first two.")
  } else {
    for (i = 0; i <= most; ++i) if (i in numbered) printf "X(%d, \"%s\")\n", i, numbered[i]
  }
}
