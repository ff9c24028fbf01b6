import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { assetHeaders, isNotModified, refuse, sendFile } from './send-file.ts'
import type { AssetFiles, StoredFile } from './files.ts'
import { extensionOf, isImageExtension } from './names.ts'
import { type TransformedImage, outputFormat, transformImage } from './transform.ts'
import { InvalidParameter, type TransformParams, parseTransform } from './transform-params.ts'
import { TooMany, Turns } from './turns.ts'
import type { AssetKind } from './types.ts'

type ServeOptions = { files: AssetFiles; projectId: string; cacheBytes: number }

type Target = { kind: AssetKind; dataset: string; fileName: string }

type ImageCache = LRUCache<string, TransformedImage, () => Promise<TransformedImage>>

/** Keeps the latest used results up to `maxBytes`. Concurrent requests for one share its making; a failed one is not kept. */
export const createImageCache = (maxBytes: number): ImageCache =>
  new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // A result that is pushed out of the cache while it is made is still the answer to whoever waits for it.
    ignoreFetchAbort: true,
  })

/** Answers GET and HEAD for asset urls, see {@link Assets.serve}. */
export function createServe({ files, projectId, cacheBytes }: ServeOptions): (request: Request) => Promise<Response> {
  const cache = createImageCache(cacheBytes)
  const turns = new Turns()

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Method not allowed')
    const url = new URL(request.url)
    const target = parseTarget(url.pathname, projectId)
    const file = target && (await files.find(target.dataset, target.kind, target.fileName))
    if (!file) return refuse(404, 'Asset not found')
    try {
      const params = target.kind === 'images' ? parseTransform(url.searchParams) : undefined
      const answer = await (params && isTransformable(target.fileName, params)
        ? sendTransformed(request, target, file, params, { cache, turns })
        : sendFile(request, target.fileName, file))
      return request.method === 'HEAD' ? withoutBody(answer) : answer
    } catch (error) {
      if (error instanceof InvalidParameter) return refuse(400, error.message)
      if (error instanceof TooMany) return refuse(429, 'Too many images are being made already')
      return refuse(422, 'The image could not be transformed')
    }
  }
}

/** Hosted Sanity hands SVGs out as they are unless `fm` asks for pixels. */
const isTransformable = (fileName: string, params: TransformParams): boolean =>
  extensionOf(fileName) !== 'svg' || params.format !== undefined

/** `/images/:project/:dataset/:file`, with an optional vanity name behind it that only shows in the url. */
function parseTarget(pathname: string, projectId: string): Target | undefined {
  const [, kind, project, dataset = '', fileName = '', ...vanity] = pathname.split('/')
  if ((kind !== 'images' && kind !== 'files') || project !== projectId || vanity.length > 1) return undefined
  return { kind, dataset, fileName }
}

async function sendTransformed(
  request: Request,
  { fileName }: Target,
  { path }: StoredFile,
  params: TransformParams,
  { cache, turns }: { cache: ImageCache; turns: Turns },
): Promise<Response> {
  const extension = extensionOf(fileName)
  if (!isImageExtension(extension)) return refuse(404, 'Asset not found')
  const format = outputFormat(params, extension, request.headers.get('accept') ?? '')
  const key = JSON.stringify([path, params, format])
  // Made from the question, not from the answer: a revalidation needs no pixels.
  const etag = `"${createHash('sha1')
    .update(JSON.stringify([fileName, params, format]))
    .digest('base64url')}"`
  const headers = assetHeaders({ request, fileName, etag, varies: params.isAutoFormat })
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers })

  const make = (): Promise<TransformedImage> => turns.take(() => transformImage(path, params, format))
  const { bytes, mimeType } = await cache.forceFetch(key, { context: make })
  headers.set('content-type', mimeType)
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { headers })
}

function withoutBody(answer: Response): Response {
  void answer.body?.cancel()
  return new Response(null, { status: answer.status, headers: answer.headers })
}
