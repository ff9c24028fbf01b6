import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type Answer, serveFromMemory } from './memory-server.ts'
import { until } from '../../support/until.ts'
import { type RawAnswer, rawAnswer } from './raw-answer.ts'

type Change = (html: string) => string

/** Not sent back: they describe how the answer came here. */
const OF_TRANSPORT = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/** How a body is read and written again in the encoding that the site has chosen. */
const ENCODINGS: Record<string, { read: (body: Buffer) => Buffer; write: (body: Buffer) => Buffer }> = {
  br: { read: (body) => brotliDecompressSync(body), write: (body) => brotliCompressSync(body) },
  gzip: { read: (body) => gunzipSync(body), write: (body) => gzipSync(body) },
  identity: { read: (body) => body, write: (body) => body },
}

function changed(body: Buffer, encoding: string, change: Change): Buffer {
  const codec = ENCODINGS[encoding]
  if (!codec) throw new Error(`The site has sent a page with the encoding ${encoding}`)
  return codec.write(Buffer.from(change(codec.read(body).toString())))
}

/** What the site goes on compressing after it has answered the first who ask (server/body.ts). */
const isMadeSmaller = ({ headers }: RawAnswer) =>
  /^text\/(?:html|css|javascript)/.test(headers['content-type'] ?? '') && headers.etag?.endsWith('-quick"')

/** An answer as nearly everybody gets it. */
const smallest = (url: string, headers: Record<string, string>) =>
  until(`The smallest form of ${url}`, async () => {
    const answer = await rawAnswer(url, headers)
    return isMadeSmaller(answer) ? undefined : answer
  })

async function ask(url: string, headers: Record<string, string>, change: Change | undefined): Promise<Answer> {
  const { status, headers: all, body } = await smallest(url, headers)
  const isPage = all['content-type']?.startsWith('text/html')
  return {
    status,
    headers: Object.fromEntries(Object.entries(all).filter(([name]) => !OF_TRANSPORT.has(name))),
    body: change && isPage ? changed(body, all['content-encoding'] ?? 'identity', change) : body,
  }
}

/**
 * Hands on what the site answers, byte for byte as it is sent once it is compressed as small as it gets; HTML, where `change`
 * makes another of it, in the same encoding. Two relays of one site differ in that HTML alone.
 * @param site address of the site, without a slash at its end
 * @returns its own address
 */
export const startRelay = (site: string, change?: Change): Promise<string> =>
  serveFromMemory((path, headers) => ask(site + path, headers, change))
