# Backends of deploy/compose.yaml. Uses IP addresses, because Varnish resolves host names only once.

probe ready {
  .url = "/api/health/ready";
  .interval = 1s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
  .initial = 0;
}

backend site1 {
  .host = "172.30.81.11";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 1s;
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 60s;
}

backend site2 {
  .host = "172.30.81.12";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 1s;
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 60s;
}

sub vcl_init {
  new sites = directors.round_robin();
  sites.add_backend(site1);
  sites.add_backend(site2);
}
