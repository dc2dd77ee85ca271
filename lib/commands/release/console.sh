#!/bin/sh
# The command of a release. The folder may be anywhere, and this file may be reached by a link.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)

help="bin/console start           the console for people and its worker, until it is told to stop
bin/console keys ...        versions of the keys and their rotation (without words: its help)
bin/console audit ...       checks the audit trail (without words: its help)
bin/console backup FILE     writes a sealed backup; backup verify FILE proves one
bin/console restore FILE    puts a backup into an empty database
bin/console --version       the name and the version"

# What a command keeps is where the console keeps it, and nothing is in the release's own folder.
needs_data() {
  if [ -n "${DATABASE_URL-}" ]; then case "${DATA_DIR-}" in /*) return ;; esac; fi
  printf '%s\n' 'Set DATABASE_URL and DATA_DIR (an absolute path) as the console has them.' >&2
  exit 1
}

# Each command: the file behind it, and the condition under which the console's server code loads.
server=--conditions=react-server
case "${1---help}" in
  start) set -- lib/commands/start.ts ;;
  keys | audit) [ $# -eq 1 ] || needs_data; file=lib/commands/$1.ts; shift; set -- "$server" "$file" "$@" ;;
  backup | restore)
    case "${2--}" in -* | verify) ;; *) needs_data ;; esac
    file=lib/commands/$1.ts
    shift
    # A FILE counts from the folder of the caller.
    for word in "$@"; do
      shift
      case "$word" in -* | /* | verify) ;; *) word=$PWD/$word ;; esac
      set -- "$@" "$word"
    done
    set -- "$server" "$file" "$@"
    ;;
  --version) set -- lib/commands/version.ts ;;
  --help) printf '%s\n' "$help"; exit ;;
  *) printf '%s\n' "$help" >&2; exit 1 ;;
esac

cd "$home/app"
exec "$home/runtime/node" "$@"
