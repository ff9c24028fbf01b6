vcl 4.1;

# Varnish as edge cache (EDGE_CACHE=varnish). Caches only responses that the site marks as cacheable, until the site purges
# them. Start it with two listeners; only the site may reach the one for purges:
#
#   varnishd -f default.vcl -s malloc,256m -p http_gzip_support=off \
#     -a visitors=:6081,HTTP -a purges=127.0.0.1:6085,HTTP
#
# Needs the packages varnish and varnish-modules. See docs/operate/cache.md.

import std;
import directors;
import var;
import xkey;

# --- Processes of the site: one backend each, and a line in vcl_init ---

probe ready {
  .url = "/api/health/ready";
  .interval = 1s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend site1 {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 1s;
  # For long polls of the dashboard and for exports.
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 60s;
}

sub vcl_init {
  new sites = directors.round_robin();
  sites.add_backend(site1);
}

# --- End of the processes ---

sub vcl_recv {
  # Purges are accepted only on the separate listener.
  if (local.socket == "purges") {
    if (req.method != "PURGE" || !req.http.xkey) {
      return (synth(400, "Only purges by xkey"));
    }
    var.global_set("told", now);
    # Soft purge: the object becomes stale, and is still served if the site is unavailable.
    set req.http.X-Purged = xkey.softpurge(req.http.xkey);
    return (synth(200, "Purged " + req.http.X-Purged));
  }
  if (req.method == "PURGE") {
    return (synth(405, "Not allowed"));
  }

  set req.backend_hint = sites.backend();
  # Internal headers.
  unset req.http.X-Purged;
  if (req.restarts == 0) {
    unset req.http.X-Stored;
    # The first request after a publish gets fresh content. Varnish serves stale content only while the site is
    # unavailable.
    set req.grace = 0s;
    # The site sends a heartbeat every second. If it is missing, purges may be lost, so the age of cached pages is
    # limited.
    if (now - std.time(var.global_get("told"), now - 1h) > 5s) {
      set req.ttl = 2s;
    }
    if (!std.healthy(req.backend_hint)) {
      set req.grace = 7d;
    }
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Requests with credentials or draft mode bypass the cache.
  if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)__prerender_bypass=") {
    return (pass);
  }
  if (req.url ~ "^/(api|dashboard|login|register|sign-in|sign-up|studio|newsletter|__clerk)([/?.]|$)"
      || req.url ~ "^/search(\?|$)" || req.url ~ "^/_next/(image|data)([/?]|$)") {
    return (pass);
  }

  # Public pages do not depend on these headers.
  set req.http.X-Stored = "1";
  unset req.http.Cookie;
  unset req.http.RSC;
  if (req.http.Accept-Encoding ~ "(^|[\s,])br([\s,;]|$)" && req.http.Accept-Encoding !~ "br;\s*q=0(\.0*)?([\s,]|$)") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "(^|[\s,])gzip([\s,;]|$)" && req.http.Accept-Encoding !~ "gzip;\s*q=0(\.0*)?([\s,]|$)") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  return (hash);
}

sub vcl_hash {
  # The key ignores query and host, because pages do not depend on them. The site receives both. Responses that depend on
  # them, such as redirects, are not cached.
  hash_data(regsub(req.url, "\?.*$", ""));
  return (lookup);
}

sub vcl_backend_fetch {
  unset bereq.http.X-Stored;
  # Fetch the whole response; Varnish serves byte ranges itself.
  if (!bereq.uncacheable) {
    unset bereq.http.Range;
  }
}

sub vcl_backend_response {
  set beresp.http.X-Life = regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1");
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    # Keep the stale object.
    return (abandon);
  }
  if (bereq.uncacheable || beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(private|no-store)"
      || (beresp.http.Vary && beresp.http.Vary != "Accept-Encoding")) {
    set beresp.uncacheable = true;
  } elsif (beresp.http.xkey && beresp.http.Surrogate-Control ~ "^max-age=[0-9]+$") {
    # A page. Cached until purged, or at most for this TTL.
    set beresp.ttl = std.duration(beresp.http.X-Life + "s", 0s);
    set beresp.grace = 7d;
    set beresp.keep = 7d;
  } elsif (beresp.http.Cache-Control ~ "immutable" && bereq.url ~ "^/(_next/static|scripts)/") {
    # A file with a content hash in its name.
    set beresp.ttl = 30d;
    set beresp.grace = 7d;
  } else {
    set beresp.uncacheable = true;
  }
  if (beresp.uncacheable) {
    # Hit-for-miss: the next request does not wait for this one. Its response may be cacheable again.
    set beresp.ttl = 5s;
  }
  unset beresp.http.X-Life;
  return (deliver);
}

sub vcl_backend_error {
  # Retry on another process, idempotent requests only.
  if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 2) {
    return (retry);
  }
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Content-Security-Policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  set beresp.http.Retry-After = "5";
  set beresp.body = {"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Back in a moment</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif }
body { margin: 20vh auto; max-width: 32rem; padding: 0 1.5rem }
</style>
<h1>Back in a moment</h1>
<p>This page cannot be shown right now. Please try again in a minute.</p>
</html>
"};
  return (deliver);
}

sub vcl_deliver {
  # The site failed: restart and serve the stale object.
  if (resp.status >= 500 && req.restarts == 0 && req.http.X-Stored) {
    set req.grace = 7d;
    return (restart);
  }
  # Headers for caches only.
  unset resp.http.xkey;
  unset resp.http.Surrogate-Control;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  unset resp.http.Age;
  return (deliver);
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  set resp.http.Cache-Control = "no-store";
  set resp.body = resp.reason + {"
"};
  return (deliver);
}
