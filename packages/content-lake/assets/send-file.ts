import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { StoredFile } from './files.ts'
import { mimeTypeOf } from './names.ts'

/** The stored bytes as they are: whole, one range of them, or 304. */
export function sendFile(request: Request, fileName: string, { path, size }: StoredFile): Response {
  const etag = `"${fileName}"`
  const headers = assetHeaders({ request, fileName, etag })
  headers.set('accept-ranges', 'bytes')
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers })

  const range = isRangeWanted(request, etag) ? parseRange(request.headers.get('range'), size) : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  const body = request.method === 'HEAD' ? null : streamOf(path, start, end)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** `If-Range` asks for the whole file when the client's part is of another version. */
function isRangeWanted(request: Request, etag: string): boolean {
  const condition = request.headers.get('if-range')
  return request.method === 'GET' && (condition === null || condition === etag)
}

function streamOf(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const stream: NodeReadableStream<Uint8Array> = Readable.toWeb(createReadStream(path, { start, end }))
  return stream as ReadableStream<Uint8Array>
}

type ByteRange = { start: number; end: number }

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** One `Range` of RFC 9110, ends inclusive. Undefined: send the whole file (several ranges or another unit); `unsatisfiable`: 416. */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = SINGLE_RANGE.exec(header ?? '')
  const [first, last] = [found?.[1] ?? '', found?.[2] ?? '']
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

// An uploaded file is anybody's markup on the lake's own origin: nothing in it may run or load anything.
const NO_SCRIPTS =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src 'self'; sandbox"
// A sandboxed PDF is not shown at all by Chromium, and its viewer runs no page script.
const UNSANDBOXED = new Set(['application/pdf'])

type HeadersFor = {
  request: Request
  fileName: string
  etag: string
  /** The answer depends on `Accept`. */
  varies?: boolean
}

/** What every stored asset is sent with: it never changes under its name, any page may show it, none may run it. */
export function assetHeaders({ request, fileName, etag, varies = false }: HeadersFor): Headers {
  const mimeType = mimeTypeOf(fileName)
  const headers = new Headers({
    'content-type': mimeType,
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (!UNSANDBOXED.has(mimeType)) headers.set('content-security-policy', NO_SCRIPTS)
  if (varies) headers.set('vary', 'Accept')
  const download = new URL(request.url).searchParams.get('dl')
  if (download !== null) headers.set('content-disposition', attachment(download || fileName))
  return headers
}

/** A `Content-Disposition` that older and newer browsers read, whatever the name holds (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\/%]/g, '_').slice(0, 200)
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name.slice(0, 200))}`
}

const percentEncoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Does the client hold this version already (`If-None-Match`)? */
export function isNotModified(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/** A refusal as hosted Sanity's asset servers give it: one line of text, not kept. */
export const refuse = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    },
  })
