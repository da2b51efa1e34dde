# Sourced by the other scripts: the project's folder, and the installation of missing packages.
# shellcheck shell=bash disable=SC2034  # the variables are used by the scripts that source this

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The Debian packages needed to build.
build_packages=(libsqlite3-dev libxml2-dev pkg-config zlib1g-dev)

# Builds a release program, with --product and its name; with --show-bin-path it only prints the folder.
#
# The compiler's option replaces names of generic types, which the runtime resolves at first use with a
# search through all conformances of the program, by calls: a fifth of the time of a short command.
release_build=(swift build --package-path "$root" --configuration release --static-swift-stdlib
  --explicit-target-dependency-import-check error --disable-local-rpath
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
  --pkg-config-path "$root/.build/static")

# Prints one sentence on stderr and exits with 1.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit 1
}

# Prints the Debian packages of $1… that are not installed, one per line.
missing_packages() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] \
      || printf '%s\n' "$package"
  done
}

# Installs the missing Debian packages of $1…. On other systems their names differ: there the build
# reports what is missing.
set_up() {
  local -a missing as_root=()
  command -v swift >/dev/null || fail 'Swift 6.3 or later is needed: see https://www.swift.org/install'
  command -v apt-get >/dev/null || return 0
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "install these as root, then try again: ${missing[*]}"
    as_root=(sudo)
  fi
  printf 'Installing %s\n' "${missing[*]}" >&2
  # An old list of packages may be sufficient, so only the installation is checked.
  "${as_root[@]}" apt-get update -qq >&2 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq --yes --no-install-recommends "${missing[@]}" >&2 \
    || fail "these could not be installed: ${missing[*]}"
}

# Compiles the clock that tests preload, and sets `clock` to it.
build_clock() {
  clock=$root/.build/clock.so
  mkdir -p "$root/.build"
  cc -shared -fPIC -O2 -o "$clock" "$root/Tests/Endurance/clock.c"
}

# Creates the Python environment $1 with the requirements file $2, unless it exists.
set_up_python() {
  if cmp --quiet "$2" "$1/installed.txt"; then return 0; fi
  python3 -m venv --clear "$1"
  "$1/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
  cp "$2" "$1/installed.txt"
}

# Writes $1/icu.o, the tables of ICU that a program needs which writes English only, and their name, $1/icu.name.
# Foundation brings all tables, 34 MB.
english_tables() {
  local folder=$1 resources tools
  resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  tools=$resources/../../bin
  "$tools/llvm-ar" p "${resources}_static/linux/lib_FoundationICU.a" icu_packaged_data.cpp.o >"$folder/all-icu.o"
  "$tools/llvm-objcopy" --dump-section .rodata="$folder/icu.dat" "$folder/all-icu.o" /dev/null
  python3 "$root/scripts/english_tables.py" "$folder/icu.dat" >"$folder/icu.s"
  "$tools/clang" -c "$folder/icu.s" -o "$folder/icu.o"
  "$tools/llvm-nm" "$folder/icu.o" | sed 's/.* __wrap_//' >"$folder/icu.name"
  rm "$folder"/{all-icu.o,icu.dat,icu.s}
}

# Runs the build $1…. The compiler's output is shown only after a failure.
build() {
  local log
  log=$(mktemp)
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    rm "$log"
    fail 'the build failed.'
  }
  rm "$log"
}

# Builds the programs $1… without optimization, as scripts/test does, which goes on from here.
build_trial() {
  local product
  set_up "${build_packages[@]}"
  echo 'Building modexport for a trial; a first build takes 6 to 20 minutes on 2 cores, and 2 GB of disk.' >&2
  for product in "$@"; do
    build swift build --package-path "$root" --explicit-target-dependency-import-check error --product "$product"
  done
}

# Builds the release programs $1….
build_program() {
  local package product static
  set_up "${build_packages[@]}" python3
  echo 'Building modexport; a first build takes 10 to 30 minutes on 2 cores, and 1 GB of disk.' >&2
  # The linker searches the folders that pkg-config names in turn: first one with the SQLite and zlib that it can put into
  # the program.
  static=$root/.build/static
  mkdir -p "$static"
  ln -sf /usr/lib/*/lib{sqlite3,z}.a "$static"
  for package in sqlite3 zlib libxml-2.0; do
    sed "s|^libdir=.*|libdir=$static|" /usr/lib/*/pkgconfig/"$package".pc >"$static/$package.pc"
  done
  english_tables "$static"
  for product in "$@"; do
    build "${release_build[@]}" -Xlinker "--wrap=$(<"$static/icu.name")" -Xlinker "$static/icu.o" --product "$product"
  done
}
