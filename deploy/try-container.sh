#!/usr/bin/env bash
# Builds and tests the image without an image registry. The base image contains Debian packages and the project's Node.js.
# The container runs the release tests as an unprivileged user with a read-only root file system.
# Needs root, the packages buildah, podman, runc and debootstrap, and `npm ci`. Takes about ten minutes and 2 GB in
# .data/container.
# Usage: deploy/try-container.sh [base image]
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$PWD/.data/container
storage=(--root "$folder/storage" --runroot "$folder/run" --storage-driver vfs)
image=localhost/ductwise:try
base=${1:-localhost/node:try}
offset=${TEST_PORT_OFFSET:-200}
# Uses the current open-file limit. Podman's default exceeds what a nested container allows, and npm opens thousands of
# files.
files=nofile=$(ulimit -Hn):$(ulimit -Hn)
mkdir -p "$folder"

make_base() {
  if [ ! -x "$folder/base/usr/local/bin/node" ]; then
    echo "▸ Building the base image from Debian packages"
    debootstrap --variant=minbase bookworm "$folder/base" > "$folder/debootstrap.log"
    rm -rf "$folder"/base/var/cache/apt/archives/*.deb "$folder"/base/var/lib/apt/lists/*
    local npm
    npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
    mkdir -p "$folder/base/usr/local/lib/node_modules"
    cp -r "$npm" "$folder/base/usr/local/lib/node_modules/npm"
    ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$folder/base/usr/local/bin/npm"
    cp -L node_modules/.bin/node "$folder/base/usr/local/bin/node"
  fi
  local container
  container=$(buildah "${storage[@]}" from scratch)
  buildah "${storage[@]}" add -q "$container" "$folder/base" / > /dev/null
  buildah "${storage[@]}" commit -q --rm "$container" "$base" > /dev/null
}

# Mount npm's config and the CA certificates of this machine, so that they are not stored in a layer.
mounts=(-v /etc/ssl/certs:/etc/ssl/certs:ro)
user_file=$(npm config get userconfig)
global_file=$(npm config get globalconfig)
[ -f "$user_file" ] && mounts+=(-v "$user_file:/root/.npmrc:ro")
[ -f "$global_file" ] && mounts+=(-v "$global_file:/usr/local/etc/npmrc:ro")

[ $# -gt 0 ] || buildah "${storage[@]}" inspect --type image "$base" > /dev/null 2>&1 || make_base

echo "▸ Building the image (log: $folder/build.log)"
buildah "${storage[@]}" bud --isolation chroot --network host --format docker "${mounts[@]}" --ulimit "$files" \
  --build-arg NODE_IMAGE="$base" \
  --build-arg SITE_URL="http://localhost:$((3100 + offset))" \
  --build-arg SANITY_PROJECT_ID=local \
  --build-arg SANITY_API_HOST="http://localhost:$((3990 + offset))" \
  -t "$image" . > "$folder/build.log" 2>&1 || { tail -n 30 "$folder/build.log"; exit 1; }

bytes() { podman "${storage[@]}" image inspect --format '{{.Size}}' "$1"; }
beyond=$((($(bytes "$image") - $(bytes "$base")) / 1000000))
echo "✓ $beyond MB on top of the base image"
[ "$beyond" -le 350 ] || { echo "✗ More than 350 MB on top of the base image"; exit 1; }

echo "▸ Running the release tests"
export CONTAINER_IMAGE=$image
CONTAINER_RUN="podman ${storage[*]} --cgroup-manager cgroupfs --runtime runc run --rm --network host --no-healthcheck
 --read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges --memory 512m
 --ulimit $files --ulimit nproc=1000:1000"
export CONTAINER_RUN=${CONTAINER_RUN//$'\n'/}
TEST_PORT_OFFSET=$offset node scripts/run.mjs test operate tests/operate/release.test.ts
