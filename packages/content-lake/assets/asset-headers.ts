import { mimeTypeOf } from './names.ts'

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
