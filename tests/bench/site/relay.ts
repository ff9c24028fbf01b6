import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type MemoryResponse, serveFromMemory } from './memory-server.ts'
import { pollUntil } from '../../support/until.ts'
import { type RawResponse, fetchRawResponse } from './raw-response.ts'

type Transform = (html: string) => string

/** Connection-specific headers, which a proxy must not forward. */
const HOP_BY_HOP_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

const CODECS: Record<string, { read: (body: Buffer) => Buffer; write: (body: Buffer) => Buffer }> = {
  br: { read: (body) => brotliDecompressSync(body), write: (body) => brotliCompressSync(body) },
  gzip: { read: (body) => gunzipSync(body), write: (body) => gzipSync(body) },
  identity: { read: (body) => body, write: (body) => body },
}

function transformBody(body: Buffer, encoding: string, change: Transform): Buffer {
  const codec = CODECS[encoding]
  if (!codec) throw new Error(`The site has sent a page with the encoding ${encoding}`)
  return codec.write(Buffer.from(change(codec.read(body).toString())))
}

const isAwaitingRecompression = ({ headers }: RawResponse) =>
  /^text\/(?:html|css|javascript)/.test(headers['content-type'] ?? '') && headers.etag?.endsWith('-quick"')

/** Returns the response after recompression. */
const pollRecompressed = (url: string, headers: Record<string, string>) =>
  pollUntil(`the best compression of ${url}`, async () => {
    const response = await fetchRawResponse(url, headers)
    return isAwaitingRecompression(response) ? undefined : response
  })

async function fetchTransformedResponse(
  url: string,
  headers: Record<string, string>,
  change: Transform | undefined,
): Promise<MemoryResponse> {
  const { status, headers: allHeaders, body } = await pollRecompressed(url, headers)
  const isPage = allHeaders['content-type']?.startsWith('text/html')
  return {
    status,
    headers: Object.fromEntries(Object.entries(allHeaders).filter(([name]) => !HOP_BY_HOP_HEADERS.has(name))),
    body: change && isPage ? transformBody(body, allHeaders['content-encoding'] ?? 'identity', change) : body,
  }
}

/**
 * Starts a relay that serves recompressed responses byte for byte. Changed HTML keeps its encoding. URLs have no
 * trailing slash.
 */
export const startRelay = (site: string, change?: Transform): Promise<string> =>
  serveFromMemory((path, headers) => fetchTransformedResponse(site + path, headers, change))
