#!/usr/bin/env node
import { ConfigurationError, parsePort, runServer } from '../local-server/index.ts'
import { PLANS, startCloudflare } from './vendors/cloudflare.ts'
import { startFastly } from './vendors/fastly.ts'

await runServer({
  name: 'local-edge-cache',
  description:
    'A local cache in front of a site that behaves like Fastly or Cloudflare, including purges by tag. For development and tests; its token is public.',
  flags: {
    kind: { value: '<kind>', env: 'LOCAL_CACHE_KIND', default: 'fastly', help: 'fastly or cloudflare' },
    origin: { value: '<url>', env: 'LOCAL_CACHE_ORIGIN', help: 'The site behind the cache' },
    id: { value: '<id>', env: 'LOCAL_CACHE_ID', help: 'Service (Fastly) or zone (Cloudflare); any text' },
    token: { value: '<token>', env: 'LOCAL_CACHE_TOKEN', help: 'Token of purge requests; any text' },
    plan: { value: '<plan>', env: 'LOCAL_CACHE_PLAN', default: 'pro', help: `Cloudflare: ${PLANS.join(', ')}` },
    port: {
      value: '<port>',
      env: 'LOCAL_CACHE_PORT',
      default: '3950',
      help: 'Port for visitors; 0 uses any free port',
    },
    'api-port': {
      value: '<port>',
      env: 'LOCAL_CACHE_API_PORT',
      default: '3951',
      help: 'Port of the API; 0 uses any free port',
    },
  },
  examples: ['local-edge-cache --kind fastly --origin http://127.0.0.1:3000 --id local-service --token local-token'],
  start: async ({ kind, origin = '', id = '', token = '', plan: planName, port, 'api-port': apiPort }) => {
    const common = { origin, token, port: parsePort(port), apiPort: parsePort(apiPort, 'api-port') }
    const plan = PLANS.find((each) => each === planName)
    if (!plan) throw new ConfigurationError(`--plan must be one of ${PLANS.join(', ')}, not "${planName}"`)
    if (kind !== 'fastly' && kind !== 'cloudflare')
      throw new ConfigurationError(`--kind must be fastly or cloudflare, not "${kind}"`)
    const cache =
      kind === 'fastly'
        ? await startFastly({ ...common, serviceId: id })
        : await startCloudflare({ ...common, zoneId: id, plan })
    const [visitorHost, api] = [new URL(cache.url).host, new URL(cache.apiUrl).host]
    return { message: `${kind} API on ${api}, listening on ${visitorHost}`, close: cache.close }
  },
})
