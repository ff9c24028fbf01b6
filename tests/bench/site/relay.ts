import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type Answer, serveFromMemory } from './memory-server.ts'
import { until } from '../../support/until.ts'
import { type RawAnswer, rawAnswer } from './raw-answer.ts'

type Change = (html: string) => string

/** Connection-specific headers, which a proxy must not forward. */
const OF_TRANSPORT = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

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

const isMadeSmaller = ({ headers }: RawAnswer) =>
  /^text\/(?:html|css|javascript)/.test(headers['content-type'] ?? '') && headers.etag?.endsWith('-quick"')

/** Returns the response after recompression. */
const smallest = (url: string, headers: Record<string, string>) =>
  until(`the best compression of ${url}`, async () => {
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
 * Starts a relay that serves recompressed responses byte for byte. Changed HTML keeps its encoding. URLs have no
 * trailing slash.
 */
export const startRelay = (site: string, change?: Change): Promise<string> =>
  serveFromMemory((path, headers) => ask(site + path, headers, change))
