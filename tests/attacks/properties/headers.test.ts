import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect } from 'vitest'
import { getClientAddress, setSocketAddressHeader } from '../../../lib/platform/http/client-address.ts'
import { parseIpAddress } from '../../../lib/platform/http/ip-address.ts'
import { isValidSignature, buildSignature } from '../../../lib/dashboard/voice/signature.ts'
import { check } from '../../support/check.ts'
import { sendHttpRequest } from '../../support/http.ts'
import { stack } from '../../support/stack/addresses.ts'
import { checkProperty } from './support/check-property.ts'

const ADDRESS_RUN_COUNT = 2_000
const SIGNATURE_RUN_COUNT = 1_000
const ENCODING_RUN_COUNT = 200

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
    tried: `${ADDRESS_RUN_COUNT} random X-Forwarded-For values, behind zero to three proxies`,
    expected: 'is the address that the first trusted proxy saw',
  },
  () =>
    checkProperty(
      fc.property(headerText, address, fc.array(address, { maxLength: 3 }), (forgedValue, clientIp, proxyIps) => {
        // Each proxy appends the address of its own client to X-Forwarded-For.
        const hops = [clientIp, ...proxyIps]
        const forwardedAddresses = [forgedValue, ...hops.slice(0, -1)].filter(Boolean).join(', ')
        const headers: Record<string, string> = { 'x-forwarded-for': forwardedAddresses }
        setSocketAddressHeader({ headers, socket: { remoteAddress: hops.at(-1) } } as unknown as IncomingMessage)
        return getClientAddress(new Headers(headers), proxyIps.length) === parseIpAddress(clientIp)
      }),
      ADDRESS_RUN_COUNT,
    ),
)

check(
  {
    what: 'Voice webhook signature',
    tried: `${SIGNATURE_RUN_COUNT} random bodies, secrets and times, each with one changed value`,
    expected: 'verifies only unchanged values, within 30 minutes',
  },
  () => {
    const TOLERANCE_MS = 1_800_000
    const signedAt = fc
      .integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) })
      .map((time) => Math.floor(time / 1_000) * 1_000)
    const extraCharacter = fc.constantFrom(' ', '\n', '\t', '\0', '{', 'a', '\uFEFF')
    return checkProperty(
      fc.property(
        fc.json(),
        fc.string({ minLength: 1 }),
        signedAt,
        fc.tuple(
          fc.nat(),
          extraCharacter,
          fc.integer({ min: -2 * TOLERANCE_MS, max: 2 * TOLERANCE_MS }),
          fc.integer({ min: 14, max: 79 }),
        ),
        (body, secret, time, [offset, character, delayMs, digitIndex]) => {
          const header = buildSignature(body, secret, new Date(time))
          const now = new Date(time + delayMs)
          const isInTime = Math.abs(delayMs) <= TOLERANCE_MS
          const position = offset % (body.length + 1)
          const changedBody = body.slice(0, position) + character + body.slice(position)
          const forgedHeader =
            header.slice(0, digitIndex) + (header[digitIndex] === 'a' ? 'b' : 'a') + header.slice(digitIndex + 1)
          expect(isValidSignature(header, body, secret, now)).toBe(isInTime)
          expect(isValidSignature(header, changedBody, secret, new Date(time))).toBe(false)
          expect(isValidSignature(header, body, `${secret}.`, new Date(time))).toBe(false)
          expect(isValidSignature(forgedHeader, body, secret, new Date(time))).toBe(false)
        },
      ),
      SIGNATURE_RUN_COUNT,
    )
  },
)

/** Generates encodings with weights for Accept-Encoding (RFC 9110). */
const encodingPreferences = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('br', 'gzip', 'zstd', 'deflate', 'BR', 'Gzip', 'identity', 'x'),
    fc.constantFrom(undefined, 0, 0.001, 0.5, 1),
  ),
  { selector: ([name]) => name.toLowerCase(), maxLength: 5 },
)

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
  identity: (bytes) => bytes,
}

check(
  {
    what: 'Accept-Encoding',
    tried: `requested a page with ${ENCODING_RUN_COUNT} random encoding lists and weights`,
    expected: 'returns an accepted encoding and the same page',
  },
  async () => {
    const requestPage = (encodings: string) =>
      sendHttpRequest(stack.sitePort, '/pricing', { host: 'localhost', headers: { 'accept-encoding': encodings } })
    const page = (await requestPage('identity')).body
    return checkProperty(
      fc.asyncProperty(encodingPreferences, async (list) => {
        const { status, headers, body } = await requestPage(
          list.map(([name, quality]) => (quality === undefined ? name : `${name};q=${quality}`)).join(', '),
        )
        const encoding = headers['content-encoding'] ?? 'identity'
        const [, quality = 1] = list.find(([name]) => name.toLowerCase() === encoding) ?? [
          encoding,
          encoding === 'identity' ? 1 : 0,
        ]
        expect(status).toBe(200)
        if (encoding !== 'identity') expect(quality).toBeGreaterThan(0)
        expect(DECODERS[encoding]?.(body).equals(page)).toBe(true)
      }),
      ENCODING_RUN_COUNT,
    )
  },
)
