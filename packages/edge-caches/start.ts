import type { RequestListener } from 'node:http'
import { ConfigurationError, createHttpServer, listen, stopListening } from '../local-server/index.ts'
import type { Fault, Faults } from './api/faults.ts'
import type { Purge } from './api/purges.ts'

/** What both kinds are started with. */
export type EdgeCacheOptions = {
  /** Base URL of the site behind the cache, such as `http://127.0.0.1:3000`. */
  origin: string
  /** The secret that purges are sent with; any text. */
  token: string
  /** Port for visitors; 0 (default) takes any free one. */
  port?: number
  /** Port of the API; 0 (default) takes any free one. */
  apiPort?: number
  /** Milliseconds until a silent origin counts as failed; by default the vendor’s own. */
  originTimeoutMs?: number
  /** Milliseconds since 1970, by which entries grow old; for tests. */
  now?: () => number
}

export type EdgeCache = {
  /** Base URL for visitors. */
  url: string
  /** Base URL of the vendor’s API. */
  apiUrl: string
  /** The purges that were done, oldest first. */
  purges: () => Purge[]
  /** Has the next `times` requests of the API refused with a status, or never answered. */
  refuse: (fault: Fault, times?: number) => void
  close: () => Promise<void>
}

/** Loopback only: its token is no secret, and it passes requests on to whoever is named. */
const HOST = '127.0.0.1'

/** Checks what both kinds need. @throws {ConfigurationError} */
export function checkOptions({ origin, token }: EdgeCacheOptions, id: string): void {
  if (!URL.canParse(origin) || new URL(origin).protocol !== 'http:')
    throw new ConfigurationError(
      '--origin is missing or wrong: give the address of the site, such as http://127.0.0.1:3000',
    )
  if (!id)
    throw new ConfigurationError('--id is missing: the id of the service (Fastly) or the zone (Cloudflare); any text')
  if (!token) throw new ConfigurationError('--token is missing: any text will do')
}

type Parts = { visitors: RequestListener; api: RequestListener; faults: Faults; purges: Purge[] }

/** Listens for visitors and for the API. Rejects when a port is taken. */
export async function startServers(
  { port = 0, apiPort = 0 }: EdgeCacheOptions,
  { visitors, api, faults, purges }: Parts,
): Promise<EdgeCache> {
  const servers = [createHttpServer(visitors), createHttpServer(api)] as const
  const shutDown = async (): Promise<void> => void (await Promise.all(servers.map(stopListening)))
  try {
    const visitorsPort = await listen(servers[0], port, HOST)
    const listeningApiPort = await listen(servers[1], apiPort, HOST)
    let closing: Promise<void> | undefined
    return {
      url: `http://${HOST}:${visitorsPort}`,
      apiUrl: `http://${HOST}:${listeningApiPort}`,
      purges: () => [...purges],
      refuse: (fault, times = 1) => faults.set(fault, times),
      close: () => (closing ??= shutDown()),
    }
  } catch (error) {
    await shutDown()
    throw error
  }
}
