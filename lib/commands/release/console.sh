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

# Each command: the file behind it, and the condition under which the console's server code loads.
server=--conditions=react-server
case "${1---help}" in
  start) set -- lib/commands/start.ts ;;
  keys | audit) file=lib/commands/$1.ts; shift; set -- "$server" "$file" "$@" ;;
  backup | restore)
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
