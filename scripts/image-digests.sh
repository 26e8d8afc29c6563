#!/bin/sh
# Prints the base images with their present digests, as lines for .env: a build from them is the same build tomorrow.
# Needs docker with buildx, and the network. See docs/operations.md, "The image".
set -eu
for pair in NODE_IMAGE=node:24-slim POSTGRES_IMAGE=postgres:17 REDIS_IMAGE=redis:7; do
  image=${pair#*=}
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  echo "${pair%%=*}=$image@$digest"
done
