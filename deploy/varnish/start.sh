#!/bin/sh
# Starts Varnish in a container. Replaces the processes section of /etc/varnish/site.vcl with /etc/varnish/processes.vcl.
set -eu
sed -e '/^# --- Processes of the site/,/^# --- End of the processes/{' \
  -e '/^# --- End/r /etc/varnish/processes.vcl' -e 'd' -e '}' /etc/varnish/site.vcl > /tmp/site.vcl
grep -q '^backend ' /tmp/site.vcl || { echo 'Processes section not found in site.vcl' >&2; exit 1; }
# Purges are accepted on the internal network only.
exec varnishd -F -f /tmp/site.vcl -s "malloc,${VARNISH_MEMORY:-256m}" -p http_gzip_support=off -j none \
  -a visitors=:6081,HTTP -a "purges=${PURGE_ADDRESS:?the address in the inner network}:6085,HTTP"
