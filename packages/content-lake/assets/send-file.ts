import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { assetHeaders, isNotModified } from './asset-headers.ts'
import { parseRange } from './byte-range.ts'
import type { StoredFile } from './files.ts'

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
