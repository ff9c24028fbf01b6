#!/usr/bin/env bash
# Puts a release into service on one server, one process after the other (docs/operate/one-server.md). As root:
#
#   ductwise-roll-out <folder>   copies what `npm run release` wrote, brings the tables up to date, and serves it
#   ductwise-roll-out --back     serves the release before the present one
#   ductwise-roll-out --restart  starts the processes anew, after a change of /etc/ductwise
#
# A process that does not get ready within a minute ends it: the release before is served again by the processes that had
# left it. DUCTWISE_PORTS names the processes, if they are not 3000 and 3001.
set -euo pipefail

base=/srv/ductwise
read -ra ports <<< "${DUCTWISE_PORTS:-3000 3001}"
keep=3

fail() { echo "✗ $*" >&2; exit 1; }
say() { echo "▸ $*"; }

[ "$(id -u)" = 0 ] || fail 'Run it as root: it restarts services.'
[ $# = 1 ] || fail 'Say what to serve: the folder of a release, --back or --restart.'

present=$(readlink "$base/current" || true)

# The link is replaced at once: there is always a release behind it.
point_to() { ln -sfn "$1" "$base/current.new" && mv -T "$base/current.new" "$base/current"; }

is_ready() {
  /usr/local/bin/node -e "fetch('http://127.0.0.1:$1/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
}

# Starts a process anew, and waits until it can answer.
replace() {
  systemctl restart "ductwise@$1"
  for _ in $(seq 60); do
    if is_ready "$1"; then return 0; fi
    sleep 1
  done
  return 1
}

replace_all() {
  local port left
  for port in "${ports[@]}"; do
    say "Process on port $port"
    if replace "$port"; then continue; fi
    echo "✗ It is not ready after a minute. Its last words:" >&2
    journalctl -u "ductwise@$port" -n 20 --no-pager -o cat >&2 || true
    if [ -z "$present" ] || [ "$present" = "$(readlink "$base/current")" ]; then exit 1; fi
    point_to "$present"
    for left in "${ports[@]}"; do
      systemctl restart "ductwise@$left"
      [ "$left" = "$port" ] && break
    done
    # Nobody goes back to it by mistake.
    [ -z "${copy:-}" ] || rm -rf "$copy"
    fail "The release before is served again: $present"
  done
}

# What both users of the build and of the site may read, and none of them change.
copy_release() {
  [ -f "$1/server/migrate.ts" ] || fail "There is no release in $1: run \`npm run release\` first."
  local copy
  copy=$base/releases/$(date -u +%Y-%m-%dT%H-%M-%SZ)
  cp -r --no-preserve=mode,ownership "$1" "$copy.part"
  chmod -R u=rwX,go=rX "$copy.part"
  mv "$copy.part" "$copy"
  echo "$copy"
}

migrate() {
  systemd-run --quiet --wait --pipe --collect --uid=ductwise --working-directory="$1" --setenv=NODE_ENV=production \
    --property=EnvironmentFile=/etc/ductwise/site.env --property=EnvironmentFile=/etc/ductwise/secrets.env \
    /usr/local/bin/node server/migrate.ts
}

forget_old() {
  find "$base/releases" -mindepth 1 -maxdepth 1 -type d | sort -r | tail -n "+$((keep + 1))" \
    | { grep -vxF -e "$(readlink "$base/current")" -e "${present:-none}" || true; } | xargs -r rm -rf
}

case $1 in
  --restart)
    [ -n "$present" ] || fail 'Nothing is served yet: name the folder of a release.'
    ;;
  --back)
    previous=$(find "$base/releases" -mindepth 1 -maxdepth 1 -type d ! -name '*.part' | sort -r \
      | awk -v present="$present" 'found { print; exit } $0 == present { found = 1 }')
    [ -n "$previous" ] || fail 'There is no earlier release on this machine.'
    point_to "$previous"
    ;;
  *)
    copy=$(copy_release "$1")
    say "Bringing the tables up to date"
    migrate "$copy" || { rm -rf "$copy"; fail 'The tables were not brought up to date, see above; nothing was replaced.'; }
    point_to "$copy"
    ;;
esac

replace_all
forget_old
echo "✓ Served: $(readlink "$base/current")"
