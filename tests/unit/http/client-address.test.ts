import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientAddress, noteSocketAddress } from '../../../lib/http/client-address.ts'
import { isSameOrigin } from '../../../lib/http/same-origin.ts'

describe('clientAddress', () => {
  const server = createServer((request: IncomingMessage, response) => {
    noteSocketAddress(request)
    const proxies = Number(request.headers['x-test-proxies'])
    response.end(clientAddress(new Headers(request.headers as Record<string, string>), proxies))
  })

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  async function seen(proxies: number, headers: Record<string, string> = {}): Promise<string> {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}`, {
      headers: { ...headers, 'x-test-proxies': String(proxies) },
    })
    return response.text()
  }

  it.each(['1.2.3.4', '1.2.3.4, 5.6.7.8', '127.0.0.1, 1.2.3.4', ',,,', 'nonsense'])(
    'believes the connection and not X-Forwarded-For: %s',
    async (forged) => expect(await seen(0, { 'x-forwarded-for': forged, 'x-real-ip': '9.9.9.9' })).toBe('127.0.0.1'),
  )

  it('believes what the trusted proxies saw, and nothing further left', async () => {
    expect(await seen(1, { 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7')
    expect(await seen(1, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' })).toBe('203.0.113.7')
    expect(await seen(2, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' })).toBe('203.0.113.7')
  })

  it('falls back to the connection when the proxy was gone round', async () => {
    expect(await seen(1)).toBe('127.0.0.1')
  })

  it('cannot be told by a header of the same kind', async () => {
    expect(await seen(0, { 'x-socket-000000000000000000000000': '6.6.6.6' })).toBe('127.0.0.1')
  })
})

describe('isSameOrigin', () => {
  const site = 'https://www.example.com'
  it.each([
    [{ origin: site }, true],
    [{ origin: site, 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://other.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://www.example.com.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
    [{ origin: site, 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: site, 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
  ])('%o: %s', (headers, expected) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), site)).toBe(expected)
  })
})
