#!/bin/sh
# Starts Varnish in a container with /etc/varnish/site.vcl, in which /etc/varnish/processes.vcl takes the place of the section
# that names the processes of the site.
set -eu
sed -e '/^# --- Processes of the site/,/^# --- End of the processes/{' \
  -e '/^# --- End/r /etc/varnish/processes.vcl' -e 'd' -e '}' /etc/varnish/site.vcl > /tmp/site.vcl
grep -q '^backend ' /tmp/site.vcl || { echo 'The section of the processes was not found in site.vcl' >&2; exit 1; }
# Purges come in by the inner network alone, which has no other way in.
exec varnishd -F -f /tmp/site.vcl -s "malloc,${VARNISH_MEMORY:-256m}" -p http_gzip_support=off -j none \
  -a visitors=:6081,HTTP -a "purges=${PURGE_ADDRESS:?the address in the inner network}:6085,HTTP"
