-- Each wrk thread has a separate Lua state. The first argument, if any, is a path prefix; each request adds a unique
-- suffix.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(arguments)
  local start = arguments[1]
  if not start then return end
  local asked = 0
  request = function()
    asked = asked + 1
    return wrk.format("GET", start .. "-" .. number .. "-" .. asked)
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p99":%d,"broken":%d,"refused":%d}\n',
    summary.requests, summary.duration, latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout, errors.status
  ))
end
