import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postGuarded, type ResolveHost } from '../../../lib/platform/http/guarded-fetch.ts'
import { type Receiver, startReceiver } from '../../support/webhook-receiver.ts'

const PUBLIC_ADDRESS = '8.8.8.8'

/** Returns a resolver that gives one list of addresses per query, and the last list for further queries. */
function createResolver(...answers: string[][]): ResolveHost & { count: () => number } {
  let count = 0
  const resolve: ResolveHost = (_hostname, _options, callback) => {
    const addresses = answers[Math.min(count, answers.length - 1)] ?? []
    count += 1
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(resolve, { count: () => count })
}

describe('guarded request', () => {
  let receiver: Receiver
  beforeAll(async () => void (receiver = await startReceiver()))
  afterAll(() => receiver.close())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.respond(200)
  })

  const post = (url: string, guard: Parameters<typeof postGuarded>[2], timeoutMs = 5_000) =>
    postGuarded(url, { headers: {}, body: '{}', maxResponseBytes: 100, signal: AbortSignal.timeout(timeoutMs) }, guard)
  const getHostUrl = (host: string) => `http://${host}:${receiver.port}/`

  it.each([
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f000001',
    '127.1',
    '0',
  ])('to %s is refused before it connects', async (host) => {
    await expect(post(getHostUrl(host), { allowsLoopback: false })).rejects.toThrow(/not public/)
    expect(receiver.received).toEqual([])
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', [PUBLIC_ADDRESS, '192.168.0.1']],
    ['a loopback address', ['127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a NAT64 address', ['64:ff9b::7f00:1']],
    ['the metadata address', ['169.254.169.254']],
  ])('to a host that resolves to %s is refused', async (_name, addresses) => {
    const resolve = createResolver(addresses)
    await expect(post(getHostUrl('rebind.example'), { allowsLoopback: false, resolve })).rejects.toMatchObject({
      code: 'PRIVATE_ADDRESS',
    })
    expect(receiver.received).toEqual([])
  })

  it('connects to the checked address, whatever the resolver returns next', async () => {
    const resolve = createResolver([PUBLIC_ADDRESS], ['127.0.0.1'])
    await expect(post(getHostUrl('rebind.example'), { allowsLoopback: false, resolve }, 300)).rejects.toThrow()
    expect(resolve.count()).toBe(1)
    expect(receiver.received).toEqual([])
    await expect(
      post(getHostUrl('rebind.example'), { allowsLoopback: false, resolve }),
      'the next one',
    ).rejects.toThrow(/not public/)
    expect(receiver.received).toEqual([])
  })

  it('reaches a loopback host if that is allowed', async () => {
    const guard = { allowsLoopback: true }
    expect(await post(receiver.url, guard)).toEqual({ status: 200, text: 'answer 200' })
    expect(
      await post(getHostUrl('receiver.example'), { ...guard, resolve: createResolver(['127.0.0.1']) }),
    ).toMatchObject({
      status: 200,
    })
    await expect(
      post(getHostUrl('receiver.example'), { ...guard, resolve: createResolver(['10.0.0.1']) }),
    ).rejects.toThrow()
  })

  it('returns a redirect without following it', async () => {
    receiver.respond((response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end())
    expect(await post(receiver.url, { allowsLoopback: true })).toMatchObject({ status: 307 })
    expect(receiver.received).toHaveLength(1)
  })

  it('reads the response up to the limit, and ends with its signal', async () => {
    receiver.respond((response) => void response.writeHead(200).write('a'.repeat(1_000)))
    expect((await post(receiver.url, { allowsLoopback: true })).text).toHaveLength(100)
    receiver.respond((response) => void response.writeHead(200).write('a'))
    await expect(post(receiver.url, { allowsLoopback: true }, 100)).rejects.toThrow(/timeout/)
  })
})
