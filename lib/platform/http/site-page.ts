import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { env } from '../env/env.ts'
import { getSharedState } from '../process/shared-state.ts'

type SitePage = { status: number; headers: Headers; html: string }

const TIMEOUT_MS = 5_000

const state = getSharedState<{ address: AddressInfo | undefined }>('own-address', () => ({ address: undefined }))

/**
 * Sets the address that the process uses to fetch its own pages, because the public URL may not resolve on this host.
 */
export const setServerAddress = (address: AddressInfo | undefined): void => void (state.address = address)

const toConnectableHost = (address: string): string => ({ '::': '::1', '0.0.0.0': '127.0.0.1' })[address] ?? address

/** Fetches the page at the public URL, because the development server stores no address. */
async function fetchPage(path: string): Promise<SitePage> {
  const response = await fetch(env().siteUrl + path, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

export async function fetchSitePage(path: string): Promise<SitePage> {
  const { address } = state
  if (!address) return fetchPage(path)
  const { promise, resolve, reject } = Promise.withResolvers<SitePage>()
  const target = { host: toConnectableHost(address.address), port: address.port, path }
  const options = { ...target, headers: { host: new URL(env().siteUrl).host }, signal: AbortSignal.timeout(TIMEOUT_MS) }
  request(options, (response) => {
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
    text(response).then(
      (html) => resolve({ status: response.statusCode ?? 0, headers: new Headers(headers), html }),
      reject,
    )
  })
    .once('error', reject)
    .end()
  return promise
}
