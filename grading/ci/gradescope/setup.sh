#!/usr/bin/env bash
# Gradescope runs this once, as root, when it makes the image of the autograder. It installs what rowsort needs and
# builds rowsort. ROWSORT_PACKAGES=no skips the packages, for a machine that has them.
set -euo pipefail
source="${ROWSORT_AUTOGRADER:-/autograder}/source"

if [[ ${ROWSORT_PACKAGES:-yes} == yes ]]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install -y --no-install-recommends build-essential cmake ninja-build bubblewrap libarchive-dev \
    libboost-context-dev libcli11-dev libcsv-dev libdw-dev libpugixml-dev libseccomp-dev nettle-dev nlohmann-json3-dev python3-pip
  # Ubuntu 22.04 has an older CMake.
  cmake --version | head -n 1 | grep -Eq ' (3\.(2[5-9]|[3-9][0-9])|[4-9])' || pip3 install 'cmake>=3.25'
fi

cd "$source/rowsort"
cmake --preset user -DROWSORT_CUDA=OFF
cmake --build --preset user --target rowsort
