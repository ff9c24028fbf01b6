export { type CloudflareOptions, startCloudflare } from './vendors/cloudflare.ts'
export { type FastlyOptions, startFastly } from './vendors/fastly.ts'
export type { EdgeCache, EdgeCacheOptions, Fault, Purge } from './api/api.ts'
