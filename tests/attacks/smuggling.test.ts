import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { sendRaw, SITE } from './support/raw-requests.ts'

const HOST_HEADER = `Host: ${SITE.host}\r\n`
const POST = `POST /api/contact HTTP/1.1\r\n${HOST_HEADER}`
const HIDDEN_REQUEST = `GET /robots.txt HTTP/1.1\r\n${HOST_HEADER}\r\n`

/** Requests with a length that two servers would parse differently. A second request is hidden in the body. */
const AMBIGUOUS_REQUESTS: [what: string, bytes: string][] = [
  [
    'Content-Length before chunked',
    `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  [
    'chunked before Content-Length',
    `${POST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  [
    'two Content-Length headers',
    `${POST}Content-Length: 0\r\nContent-Length: ${HIDDEN_REQUEST.length}\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  ['two lengths in one header', `${POST}Content-Length: 0, ${HIDDEN_REQUEST.length}\r\n\r\n${HIDDEN_REQUEST}`],
  ['a length with a plus sign', `${POST}Content-Length: +0\r\n\r\n${HIDDEN_REQUEST}`],
  ['a negative length', `${POST}Content-Length: -1\r\n\r\n${HIDDEN_REQUEST}`],
  ['a hexadecimal length', `${POST}Content-Length: 0x0\r\n\r\n${HIDDEN_REQUEST}`],
  ['an overflowing length', `${POST}Content-Length: 99999999999999999999999\r\n\r\n${HIDDEN_REQUEST}`],
  ['an empty length', `${POST}Content-Length:\r\n\r\n${HIDDEN_REQUEST}`],
  ['an unknown transfer coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`],
  ['chunked before identity', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`],
  [
    'two Transfer-Encoding headers',
    `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  ['a tab before chunked', `${POST}Transfer-Encoding:\tchunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`],
  [
    'a form feed before chunked',
    `${POST}Transfer-Encoding: \fchunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  [
    'a space before the colon',
    `${POST}Transfer-Encoding : chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  [
    'a header on two lines',
    `${POST}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  ['bare LF line endings', `POST /api/contact HTTP/1.1\nHost: ${SITE.host}\nContent-Length: 0\n\n${HIDDEN_REQUEST}`],
  ['a bare CR in a header', `${POST}X-A: b\rContent-Length: ${HIDDEN_REQUEST.length}\r\n\r\n${HIDDEN_REQUEST}`],
  ['a null byte in a header', `${POST}X-A: b\0c\r\nContent-Length: 0\r\n\r\n${HIDDEN_REQUEST}`],
  ['an invalid header name', `${POST}X A: b\r\nContent-Length: 0\r\n\r\n${HIDDEN_REQUEST}`],
  ['a line without a colon', `${POST}nothing\r\nContent-Length: 0\r\n\r\n${HIDDEN_REQUEST}`],
  [
    'a bare LF in a chunk extension',
    `${POST}Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n4c\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  ['a chunk size with 0x', `${POST}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${HIDDEN_REQUEST}`],
  ['an overflowing chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n${HIDDEN_REQUEST}`],
  ['a negative chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${HIDDEN_REQUEST}`],
  ['a chunk longer than its size', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\nabcd\r\n0\r\n\r\n${HIDDEN_REQUEST}`],
  ['chunks with bare LF', `${POST}Transfer-Encoding: chunked\r\n\r\n0\n\n${HIDDEN_REQUEST}`],
  [
    'chunked in HTTP/1.0',
    `POST /api/contact HTTP/1.0\r\n${HOST_HEADER}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN_REQUEST}`,
  ],
  ['an unknown HTTP version', `GET / HTTP/1.9\r\n${HOST_HEADER}\r\n${HIDDEN_REQUEST}`],
  ['no HTTP version', `GET /\r\n\r\n${HIDDEN_REQUEST}`],
  ['an unknown method', `GETS / HTTP/1.1\r\n${HOST_HEADER}\r\n${HIDDEN_REQUEST}`],
  ['HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN_REQUEST}`],
]

check(
  {
    what: 'Request smuggling',
    tried: `${AMBIGUOUS_REQUESTS.length} requests with an ambiguous length, each followed by a smuggled request`,
    expected: 'returns 4xx, closes the connection and ignores the smuggled request',
  },
  async () => {
    for (const [label, bytes] of AMBIGUOUS_REQUESTS) {
      const { text, isEnded } = await sendRaw(bytes, { patience: 3_000 })
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => status)
      expect([label, statuses.length <= 1, isEnded]).toEqual([label, true, true])
      expect(text, `${label}`).not.toMatch(/user-agent: \*/i)
      if (statuses.length === 1) expect(`${label} ${statuses[0]}`).toBe(`${label} 4${statuses[0]?.slice(1)}`)
    }
    expect((await sendRaw(`GET /robots.txt HTTP/1.1\r\n${HOST_HEADER}Connection: close\r\n\r\n`)).text).toMatch(
      /user-agent: \*/i,
    )
    return `rejected and closed, ${AMBIGUOUS_REQUESTS.length} times`
  },
)

check(
  {
    what: 'Response splitting',
    tried: 'line breaks in paths, queries and headers, raw and encoded',
    expected: 'never adds an injected header to a response',
  },
  async () => {
    const lineBreaks = ['%0d%0a', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '\r\n\t', '\n', '\r', '\0']
    const injectedHeader = 'X-Injected: yes'
    for (const [index, lineBreak] of lineBreaks.entries())
      for (const bytes of [
        `GET /pricing/?a=${lineBreak}${injectedHeader} HTTP/1.1\r\n${HOST_HEADER}Connection: close\r\n\r\n`,
        `GET /sign-in${lineBreak}${injectedHeader} HTTP/1.1\r\n${HOST_HEADER}Connection: close\r\n\r\n`,
        `GET /login?redirect_url=/${lineBreak}${injectedHeader} HTTP/1.1\r\n${HOST_HEADER}Connection: close\r\n\r\n`,
        `GET /api/draft-mode/disable HTTP/1.1\r\n${HOST_HEADER}Referer: http://${SITE.host}/${lineBreak}${injectedHeader}\r\nConnection: close\r\n\r\n`,
      ]) {
        const { text } = await sendRaw(bytes, { patience: 5_000 })
        expect(text.split('\r\n\r\n')[0], `${index}`).not.toMatch(/^x-injected:/im)
        if (/[\r\n\0]/.test(lineBreak) && bytes.startsWith('GET /pricing'))
          expect(text).toMatch(/^(HTTP\/1\.1 4(00|21) |$)/)
      }
    const { text } = await sendRaw(`GET / HTTP/1.1\r\n${HOST_HEADER}X-A: b\rX-B: c\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    return `none in ${lineBreaks.length * 4 + 1} requests`
  },
)
