import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { send, SITE } from './support/sending.ts'

const HOST = `Host: ${SITE.host}\r\n`
const POST = `POST /api/contact HTTP/1.1\r\n${HOST}`
const HIDDEN = `GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`

/** Requests whose length two servers would parse differently. A second request is hidden in the body. */
const SHAPES: [what: string, bytes: string][] = [
  ['Content-Length before chunked', `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunked before Content-Length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two Content-Length headers', `${POST}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['two lengths in one header', `${POST}Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['a length with a plus sign', `${POST}Content-Length: +0\r\n\r\n${HIDDEN}`],
  ['a negative length', `${POST}Content-Length: -1\r\n\r\n${HIDDEN}`],
  ['a hexadecimal length', `${POST}Content-Length: 0x0\r\n\r\n${HIDDEN}`],
  ['an overflowing length', `${POST}Content-Length: 99999999999999999999999\r\n\r\n${HIDDEN}`],
  ['an empty length', `${POST}Content-Length:\r\n\r\n${HIDDEN}`],
  ['an unknown transfer coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunked before identity', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  [
    'two Transfer-Encoding headers',
    `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['a tab before chunked', `${POST}Transfer-Encoding:\tchunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a form feed before chunked', `${POST}Transfer-Encoding: \fchunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`],
  [
    'a header on two lines',
    `${POST}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['bare LF line endings', `POST /api/contact HTTP/1.1\nHost: ${SITE.host}\nContent-Length: 0\n\n${HIDDEN}`],
  ['a bare CR in a header', `${POST}X-A: b\rContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['a null byte in a header', `${POST}X-A: b\0c\r\nContent-Length: 0\r\n\r\n${HIDDEN}`],
  ['an invalid header name', `${POST}X A: b\r\nContent-Length: 0\r\n\r\n${HIDDEN}`],
  ['a line without a colon', `${POST}nothing\r\nContent-Length: 0\r\n\r\n${HIDDEN}`],
  ['a bare LF in a chunk extension', `${POST}Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n4c\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk size with 0x', `${POST}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${HIDDEN}`],
  ['an overflowing chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n${HIDDEN}`],
  ['a negative chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${HIDDEN}`],
  ['a chunk longer than its size', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\nabcd\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks with bare LF', `${POST}Transfer-Encoding: chunked\r\n\r\n0\n\n${HIDDEN}`],
  [
    'chunked in HTTP/1.0',
    `POST /api/contact HTTP/1.0\r\n${HOST}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['an unknown HTTP version', `GET / HTTP/1.9\r\n${HOST}\r\n${HIDDEN}`],
  ['no HTTP version', `GET /\r\n\r\n${HIDDEN}`],
  ['an unknown method', `GETS / HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`],
  ['HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`],
]

check(
  {
    what: 'Request smuggling',
    tried: `${SHAPES.length} requests with an ambiguous length, each followed by a smuggled request`,
    expected: 'returns 4xx, closes the connection and ignores the smuggled request',
  },
  async () => {
    for (const [what, bytes] of SHAPES) {
      const { text, isEnded } = await send(bytes, { patience: 3_000 })
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => status)
      expect([what, statuses.length <= 1, isEnded]).toEqual([what, true, true])
      expect(text, `${what}`).not.toMatch(/user-agent: \*/i)
      if (statuses.length === 1) expect(`${what} ${statuses[0]}`).toBe(`${what} 4${statuses[0]?.slice(1)}`)
    }
    expect((await send(`GET /robots.txt HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).text).toMatch(/user-agent: \*/i)
    return `rejected and closed, ${SHAPES.length} times`
  },
)

check(
  {
    what: 'Response splitting',
    tried: 'line breaks in paths, queries and headers, raw and encoded',
    expected: 'never adds an injected header to a response',
  },
  async () => {
    const breaks = ['%0d%0a', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '\r\n\t', '\n', '\r', '\0']
    const injected = 'X-Injected: yes'
    for (const [index, mark] of breaks.entries())
      for (const bytes of [
        `GET /pricing/?a=${mark}${injected} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
        `GET /sign-in${mark}${injected} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
        `GET /login?redirect_url=/${mark}${injected} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
        `GET /api/draft-mode/disable HTTP/1.1\r\n${HOST}Referer: http://${SITE.host}/${mark}${injected}\r\nConnection: close\r\n\r\n`,
      ]) {
        const { text } = await send(bytes, { patience: 5_000 })
        expect(text.split('\r\n\r\n')[0], `${index}`).not.toMatch(/^x-injected:/im)
        if (/[\r\n\0]/.test(mark) && bytes.startsWith('GET /pricing')) expect(text).toMatch(/^(HTTP\/1\.1 4(00|21) |$)/)
      }
    const { text } = await send(`GET / HTTP/1.1\r\n${HOST}X-A: b\rX-B: c\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    return `none in ${breaks.length * 4 + 1} requests`
  },
)
