#!/usr/bin/env bash
# Deploys a release on one server with a rolling restart (docs/operate/one-server.md). Run as root:
#
#   ductwise-roll-out <folder>   copies the output of `npm run release`, runs migrations, restarts the processes
#   ductwise-roll-out --back     rolls back to the previous release
#   ductwise-roll-out --restart  restarts the processes, for example after a change in /etc/ductwise
#
# If a process is not ready within a minute, the script stops and rolls the restarted processes back to the previous release.
# DUCTWISE_PORTS lists the ports of the processes (default: 3000 3001).
set -euo pipefail

base=/srv/ductwise
read -ra ports <<< "${DUCTWISE_PORTS:-3000 3001}"
keep=3

fail() { echo "✗ $*" >&2; exit 1; }
say() { echo "▸ $*"; }

[ "$(id -u)" = 0 ] || fail 'Run as root: the script restarts services.'
[ $# = 1 ] || fail 'Usage: ductwise-roll-out <release folder> | --back | --restart'

present=$(readlink "$base/current" || true)

# Replaces the symlink atomically.
point_to() { ln -sfn "$1" "$base/current.new" && mv -T "$base/current.new" "$base/current"; }

is_ready() {
  /usr/local/bin/node -e "fetch('http://127.0.0.1:$1/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
}

# Restarts a process and waits until it is ready.
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
    echo "✗ Not ready after a minute. Last log lines:" >&2
    journalctl -u "ductwise@$port" -n 20 --no-pager -o cat >&2 || true
    if [ -z "$present" ] || [ "$present" = "$(readlink "$base/current")" ]; then exit 1; fi
    point_to "$present"
    for left in "${ports[@]}"; do
      systemctl restart "ductwise@$left"
      [ "$left" = "$port" ] && break
    done
    # Delete the failed release, so that --back cannot select it.
    [ -z "${copy:-}" ] || rm -rf "$copy"
    fail "Rolled back to the previous release: $present"
  done
}

# Copies a release to a folder that the build user and the site user can read but not change.
copy_release() {
  [ -f "$1/server/migrate.ts" ] || fail "No release in $1. Run \`npm run release\` first."
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
    [ -n "$present" ] || fail 'No current release. Pass the folder of a release.'
    ;;
  --back)
    previous=$(find "$base/releases" -mindepth 1 -maxdepth 1 -type d ! -name '*.part' | sort -r \
      | awk -v present="$present" 'found { print; exit } $0 == present { found = 1 }')
    [ -n "$previous" ] || fail 'No earlier release on this machine.'
    point_to "$previous"
    ;;
  *)
    copy=$(copy_release "$1")
    say "Running migrations"
    migrate "$copy" || { rm -rf "$copy"; fail 'Migration failed, see above. No process was restarted.'; }
    point_to "$copy"
    ;;
esac

replace_all
forget_old
echo "✓ Current release: $(readlink "$base/current")"
