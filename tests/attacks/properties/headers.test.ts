import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect } from 'vitest'
import { clientAddress, noteSocketAddress } from '../../../lib/platform/http/client-address.ts'
import { readIpAddress } from '../../../lib/platform/http/ip-address.ts'
import { isSigned, signatureOf } from '../../../lib/dashboard/voice/signature.ts'
import { check } from '../../support/check.ts'
import { ask } from '../../support/http.ts'
import { stack } from '../../support/stack/addresses.ts'
import { holds } from './support/holds.ts'

const ADDRESSES = 2_000
const SIGNATURES = 1_000
const ENCODINGS = 200

const headerText = fc
  .array(
    fc.oneof(
      fc.constantFrom(',', ' ', ', ', ';', '=', '"', ':', '[::1]', '127.0.0.1', 'unknown'),
      fc.stringMatching(/^[ -~]$/),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join('').trim())

const address = fc.oneof(fc.ipV4(), fc.ipV6())

check(
  {
    what: 'Client IP address',
    tried: `${ADDRESSES} random X-Forwarded-For values, behind zero to three proxies`,
    expected: 'is the address that the first trusted proxy saw',
  },
  () =>
    holds(
      fc.property(headerText, address, fc.array(address, { maxLength: 3 }), (sent, visitor, proxies) => {
        // Each proxy appends the address of its own client to X-Forwarded-For.
        const hops = [visitor, ...proxies]
        const forwarded = [sent, ...hops.slice(0, -1)].filter(Boolean).join(', ')
        const headers: Record<string, string> = { 'x-forwarded-for': forwarded }
        noteSocketAddress({ headers, socket: { remoteAddress: hops.at(-1) } } as unknown as IncomingMessage)
        return clientAddress(new Headers(headers), proxies.length) === readIpAddress(visitor)
      }),
      ADDRESSES,
    ),
)

check(
  {
    what: 'Voice webhook signature',
    tried: `${SIGNATURES} random bodies, secrets and times, each with one changed value`,
    expected: 'verifies only unchanged values, within 30 minutes',
  },
  () => {
    const HALF_AN_HOUR = 1_800_000
    const at = fc
      .integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) })
      .map((time) => Math.floor(time / 1_000) * 1_000)
    const added = fc.constantFrom(' ', '\n', '\t', '\0', '{', 'a', '\uFEFF')
    return holds(
      fc.property(
        fc.json(),
        fc.string({ minLength: 1 }),
        at,
        fc.tuple(
          fc.nat(),
          added,
          fc.integer({ min: -2 * HALF_AN_HOUR, max: 2 * HALF_AN_HOUR }),
          fc.integer({ min: 14, max: 79 }),
        ),
        (body, secret, time, [place, character, later, digit]) => {
          const header = signatureOf(body, secret, new Date(time))
          const now = new Date(time + later)
          const isInTime = Math.abs(later) <= HALF_AN_HOUR
          const position = place % (body.length + 1)
          const changed = body.slice(0, position) + character + body.slice(position)
          const forged = header.slice(0, digit) + (header[digit] === 'a' ? 'b' : 'a') + header.slice(digit + 1)
          expect(isSigned(header, body, secret, now)).toBe(isInTime)
          expect(isSigned(header, changed, secret, new Date(time))).toBe(false)
          expect(isSigned(header, body, `${secret}.`, new Date(time))).toBe(false)
          expect(isSigned(forged, body, secret, new Date(time))).toBe(false)
        },
      ),
      SIGNATURES,
    )
  },
)

/** Generates encodings with weights for Accept-Encoding (RFC 9110). */
const wanted = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('br', 'gzip', 'zstd', 'deflate', 'BR', 'Gzip', 'identity', 'x'),
    fc.constantFrom(undefined, 0, 0.001, 0.5, 1),
  ),
  { selector: ([name]) => name.toLowerCase(), maxLength: 5 },
)

const DECODED: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
  identity: (bytes) => bytes,
}

check(
  {
    what: 'Accept-Encoding',
    tried: `requested a page with ${ENCODINGS} random encoding lists and weights`,
    expected: 'returns an accepted encoding and the same page',
  },
  async () => {
    const read = (encodings: string) =>
      ask(stack.sitePort, '/pricing', { host: 'localhost', headers: { 'accept-encoding': encodings } })
    const page = (await read('identity')).body
    return holds(
      fc.asyncProperty(wanted, async (list) => {
        const { status, headers, body } = await read(
          list.map(([name, quality]) => (quality === undefined ? name : `${name};q=${quality}`)).join(', '),
        )
        const encoding = headers['content-encoding'] ?? 'identity'
        const [, quality = 1] = list.find(([name]) => name.toLowerCase() === encoding) ?? [
          encoding,
          encoding === 'identity' ? 1 : 0,
        ]
        expect(status).toBe(200)
        if (encoding !== 'identity') expect(quality).toBeGreaterThan(0)
        expect(DECODED[encoding]?.(body).equals(page)).toBe(true)
      }),
      ENCODINGS,
    )
  },
)
