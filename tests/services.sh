#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Real services with OpenTelemetry and rocjfr, on Java 17 and 25, by what ./mvnw package has built: Spring Boot with
# OpenTelemetry's agent and with Micrometer, Helidon, a web application that is reloaded in Tomcat. Every kernel must be
# under the request that launched it. By hand: they come from Maven Central.
#   tests/services.sh [TEST...]     e.g. tests/services.sh reloadedInTomcat
#   REQUESTS=100                    how many of each service; 1000 if not said
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Helidon is for Java 21 and later.
for jdk in "${JAVA25_HOME:-/nonexistent}" /usr/lib/jvm/*25*; do
  [[ ! -x $jdk/bin/javac ]] || break
done
[[ -x $jdk/bin/javac ]] || {
  echo "services.sh: there is no JDK 25; JAVA25_HOME names one" >&2
  exit 2
}
JAVA_HOME=$jdk "$top/mvnw" -B -q -Dtop="$top" -f "$top/tests/services/pom.xml" package
tests=(ServicesCheck)
(($# == 0)) || tests=("${@/#/ServicesCheck#}")
JAVA_OPTIONS="-Drocjfr.services=$top/tests/services -Drocjfr.requests=${REQUESTS:-1000}" exec "$top/tests/it.sh" "${tests[@]}"
