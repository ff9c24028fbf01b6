vcl 4.1;

# Varnish in front of the site (EDGE_CACHE=varnish). It keeps what the site says may be kept, until the site says that
# something in it has changed, and nothing else. Started with two addresses, one of which only the site may reach:
#
#   varnishd -f default.vcl -s malloc,256m -p http_gzip_support=off \
#     -a visitors=:6081,HTTP -a purges=127.0.0.1:6085,HTTP
#
# It needs the packages varnish and varnish-modules. docs/operate/cache.md says more.

import std;
import directors;
import var;
import xkey;

# --- Processes of the site: one backend for each, and a line in vcl_init ---

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
  # A call of the dashboard may wait for a change, and an export may take its time.
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 60s;
}

sub vcl_init {
  new sites = directors.round_robin();
  sites.add_backend(site1);
}

# --- End of the processes ---

sub vcl_recv {
  # Purges come from the site alone, by an address of their own: who comes by the other one has no say.
  if (local.socket == "purges") {
    if (req.method != "PURGE" || !req.http.xkey) {
      return (synth(400, "Only purges by xkey"));
    }
    var.global_set("told", now);
    # What is purged counts as outdated. It is kept for the case that the site cannot make it anew.
    set req.http.X-Purged = xkey.softpurge(req.http.xkey);
    return (synth(200, "Purged " + req.http.X-Purged));
  }
  if (req.method == "PURGE") {
    return (synth(405, "Not allowed"));
  }

  set req.backend_hint = sites.backend();
  # These are of this file alone.
  unset req.http.X-Purged;
  if (req.restarts == 0) {
    unset req.http.X-Stored;
    # The first look after a publish is new: nothing outdated is given while the site can answer.
    set req.grace = 0s;
    # The site says every second that it would say what has changed. Where that does not arrive, nothing older is given.
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
  # Who is signed in, looks at drafts, or comes with a key is answered by the site itself.
  if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)__prerender_bypass=") {
    return (pass);
  }
  if (req.url ~ "^/(api|dashboard|login|register|sign-in|sign-up|studio|newsletter|__clerk)([/?.]|$)"
      || req.url ~ "^/search(\?|$)" || req.url ~ "^/_next/(image|data)([/?]|$)") {
    return (pass);
  }

  # Public pages are the same for everybody, whatever a browser sends along.
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
  # A page does not depend on its query or on the host that somebody names: each is kept once. The site still sees both, and
  # what it does make of them, such as a redirect, is not kept.
  hash_data(regsub(req.url, "\?.*$", ""));
  return (lookup);
}

sub vcl_backend_fetch {
  unset bereq.http.X-Stored;
  # Varnish asks for the whole answer, and gives the part that somebody wants.
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
    # What there is stays.
    return (abandon);
  }
  if (bereq.uncacheable || beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(private|no-store)"
      || (beresp.http.Vary && beresp.http.Vary != "Accept-Encoding")) {
    set beresp.uncacheable = true;
  } elsif (beresp.http.xkey && beresp.http.Surrogate-Control ~ "^max-age=[0-9]+$") {
    # A page: until the site says otherwise, or that long.
    set beresp.ttl = std.duration(beresp.http.X-Life + "s", 0s);
    set beresp.grace = 7d;
    set beresp.keep = 7d;
  } elsif (beresp.http.Cache-Control ~ "immutable" && bereq.url ~ "^/(_next/static|scripts)/") {
    # A file that is named by its content.
    set beresp.ttl = 30d;
    set beresp.grace = 7d;
  } else {
    set beresp.uncacheable = true;
  }
  if (beresp.uncacheable) {
    # So that the next one does not wait for this one. The site may let it be kept then.
    set beresp.ttl = 5s;
  }
  unset beresp.http.X-Life;
  return (deliver);
}

sub vcl_backend_error {
  # Another process may answer. What somebody sends is not sent twice.
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
  # The site could not make it anew: what there is from before takes its place.
  if (resp.status >= 500 && req.restarts == 0 && req.http.X-Stored) {
    set req.grace = 7d;
    return (restart);
  }
  # Of this cache alone.
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
