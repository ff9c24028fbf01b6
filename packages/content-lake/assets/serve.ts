import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { LRUCache } from 'lru-cache'
import { type AssetKind, parseExtension, isImageExtension, toMimeType } from './asset.ts'
import type { AssetFiles, StoredFile } from './files.ts'
import { InvalidParameterError, parseTransform, type TransformParams } from './transform-params.ts'
import { chooseOutputFormat, type TransformedImage, transformImage } from './transform.ts'

type ServeOptions = { files: AssetFiles; projectId: string; cacheBytes: number }

type Target = { kind: AssetKind; dataset: string; fileName: string }

type ImageCache = LRUCache<string, TransformedImage, () => Promise<TransformedImage>>

/** Creates an LRU cache of up to `maxBytes`. Concurrent requests share one computation. Failures are not cached. */
export const createImageCache = (maxBytes: number): ImageCache =>
  new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: (_key, _stale, { context: createImage }) => createImage(),
    // A result that is evicted while in progress still resolves for its waiting requests.
    ignoreFetchAbort: true,
  })

export function createAssetHandler({
  files,
  projectId,
  cacheBytes,
}: ServeOptions): (request: Request) => Promise<Response> {
  const cache = createImageCache(cacheBytes)
  const queue = new TaskQueue()

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return createErrorResponse(405, 'Method not allowed')
    const url = new URL(request.url)
    const target = parseTarget(url.pathname, projectId)
    const file = target && (await files.find(target.dataset, target.kind, target.fileName))
    if (!file) return createErrorResponse(404, 'Asset not found')
    try {
      const params = target.kind === 'images' ? parseTransform(url.searchParams) : undefined
      const response = await (params && isTransformable(target.fileName, params)
        ? sendTransformedImage(request, target, file, params, { cache, queue })
        : sendFile(request, target.fileName, file))
      return request.method === 'HEAD' ? removeBody(response) : response
    } catch (error) {
      if (error instanceof InvalidParameterError) return createErrorResponse(400, error.message)
      if (error instanceof QueueFullError) return createErrorResponse(429, 'Too many image transformations in progress')
      return createErrorResponse(422, 'The image could not be transformed')
    }
  }
}

/**
 * Returns whether the request needs a transform. Hosted Sanity serves SVGs unchanged unless `fm` requests a pixel
 * format.
 */
const isTransformable = (fileName: string, params: TransformParams): boolean =>
  parseExtension(fileName) !== 'svg' || params.format !== undefined

/** Parses `/images/:project/:dataset/:file`, optionally followed by a vanity name. */
function parseTarget(pathname: string, projectId: string): Target | undefined {
  const [, kind, project, dataset = '', fileName = '', ...vanity] = pathname.split('/')
  if ((kind !== 'images' && kind !== 'files') || project !== projectId || vanity.length > 1) return undefined
  return { kind, dataset, fileName }
}

async function sendTransformedImage(
  request: Request,
  { fileName }: Target,
  { path }: StoredFile,
  params: TransformParams,
  { cache, queue }: { cache: ImageCache; queue: TaskQueue },
): Promise<Response> {
  const extension = parseExtension(fileName)
  if (!isImageExtension(extension)) return createErrorResponse(404, 'Asset not found')
  const format = chooseOutputFormat(params, extension, request.headers.get('accept') ?? '')
  const key = JSON.stringify([path, params, format])
  // The ETag derives from the request, so revalidation needs no rendering.
  const etag = `"${createHash('sha1')
    .update(JSON.stringify([fileName, params, format]))
    .digest('base64url')}"`
  const headers = buildAssetHeaders({ request, fileName, etag, varies: params.isAutoFormat })
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers })

  const createImage = (): Promise<TransformedImage> => queue.run(() => transformImage(path, params, format))
  const { bytes, mimeType } = await cache.forceFetch(key, { context: createImage })
  headers.set('content-type', mimeType)
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { headers })
}

function removeBody(response: Response): Response {
  void response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}

function sendFile(request: Request, fileName: string, { path, size }: StoredFile): Response {
  const etag = `"${fileName}"`
  const headers = buildAssetHeaders({ request, fileName, etag })
  headers.set('accept-ranges', 'bytes')
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers })

  const range = shouldSendRange(request, etag) ? parseRange(request.headers.get('range'), size) : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  const body = request.method === 'HEAD' ? null : createFileStream(path, start, end)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** Checks `If-Range`. If the client's copy is outdated, the response contains the whole file. */
function shouldSendRange(request: Request, etag: string): boolean {
  const condition = request.headers.get('if-range')
  return request.method === 'GET' && (condition === null || condition === etag)
}

function createFileStream(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const stream: NodeReadableStream<Uint8Array> = Readable.toWeb(createReadStream(path, { start, end }))
  return stream as ReadableStream<Uint8Array>
}

type ByteRange = { start: number; end: number }

const SINGLE_RANGE_PATTERN = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Parses a single RFC 9110 range with inclusive ends. Returns undefined to send the whole file, `unsatisfiable` for
 * 416.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = SINGLE_RANGE_PATTERN.exec(header ?? '')
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
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

// Uploads are untrusted markup on the origin of the lake. The policy blocks scripts and subresources.
const SANDBOX_CSP =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src 'self'; sandbox"
// Chromium does not render sandboxed PDFs. Its PDF viewer runs no page scripts.
const UNSANDBOXED_TYPES = new Set(['application/pdf'])

type HeaderOptions = {
  request: Request
  fileName: string
  etag: string
  varies?: boolean
}

function buildAssetHeaders({ request, fileName, etag, varies = false }: HeaderOptions): Headers {
  const mimeType = toMimeType(fileName)
  const headers = new Headers({
    'content-type': mimeType,
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (!UNSANDBOXED_TYPES.has(mimeType)) headers.set('content-security-policy', SANDBOX_CSP)
  if (varies) headers.set('vary', 'Accept')
  const download = new URL(request.url).searchParams.get('dl')
  if (download !== null) headers.set('content-disposition', formatAttachment(download || fileName))
  return headers
}

/** Builds the Content-Disposition header of RFC 6266 with an ASCII name for old browsers and a UTF-8 name. */
function formatAttachment(name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\/%]/g, '_').slice(0, 200)
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${percentEncode(name.slice(0, 200))}`
}

const percentEncode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function isNotModified(request: Request, etag: string): boolean {
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

const createErrorResponse = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    },
  })

const MAX_WAITING = 100

const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1))

class QueueFullError extends Error {}

class TaskQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_CONCURRENT) await this.#wait()
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw new QueueFullError()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
