import { and, eq } from 'drizzle-orm'
import { isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { withDeadline } from '../../platform/time/deadline.ts'
import { isLoopback, DEFAULT_VOICE_API_URL } from '../../platform/env/env.ts'
import { runFetchSpan } from '../../platform/telemetry/spans.ts'

/** Timeouts until the response starts, and between chunks. */
const TIMEOUTS_MS = { answer: 5_000, chunk: 10_000 }

/** Thrown if the URL of a recording is not allowed or the vendor does not serve it. */
export class RecordingError extends Error {
  constructor(detail: string) {
    super(`Cannot play the recording: ${detail}`)
    this.name = 'RecordingError'
  }
}

/** Returns the URL of a recording. Returns undefined if the call or its recording does not exist. */
export async function findRecording(
  { db, organizationId }: OrganizationTransaction,
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await db
    .select({ url: calls.recordingUrl })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.id, id)))
  return row?.url ?? undefined
}

/** Rewrites a stored URL to the configured API host. Calls store the vendor's canonical URL. */
const resolveRecordingUrl = (address: string, apiUrl: string): string =>
  address.startsWith(`${DEFAULT_VOICE_API_URL}/`) ? apiUrl + address.slice(DEFAULT_VOICE_API_URL.length) : address

/** Prevents SSRF: allows only the vendor's API, or localhost if the site runs on localhost. */
function isAllowedUrl(address: string, { siteUrl, apiUrl }: { siteUrl: string; apiUrl: string }): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  const isVendorUrl = protocol === 'https:' && host === new URL(apiUrl).host
  return isVendorUrl || (isLoopback(siteUrl) && isLoopback(address))
}

type ByteRange = { first: number; last: number }

/** Parses a Range header. Returns undefined for multiple or unsatisfiable ranges. */
function parseByteRange(range: string | null, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined || (first === '' && !last)) return undefined
  const end = size - 1
  const byteRange =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: end }
      : { first: Number(first), last: last ? Math.min(Number(last), end) : end }
  return byteRange.first <= byteRange.last ? byteRange : undefined
}

function throwTimeout(): never {
  throw new RecordingError('the vendor timed out')
}

/** Streams a body or a range of it. Fails if the vendor stalls. The timeout runs only while the client reads. */
function streamAudio(body: ReadableStream<Uint8Array>, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let offset = 0
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await withDeadline(reader.read(), TIMEOUTS_MS.chunk, throwTimeout)
        if (done) return controller.close()
        const slice = value.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset))
        offset += value.byteLength
        if (slice.byteLength > 0) controller.enqueue(slice)
        if (offset > last) {
          await reader.cancel()
          return controller.close()
        }
        if (slice.byteLength > 0) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const FULL_RANGE: ByteRange = { first: 0, last: Number.MAX_SAFE_INTEGER }

type RecordingOptions = {
  range: string | null
  siteUrl: string
  apiKey: string | undefined
  apiUrl?: string
}

/**
 * Fetches a recording. Serves the requested range, even if the vendor responds with the whole file.
 * @throws {RecordingError}
 */
export async function fetchRecording(
  storedUrl: string,
  { range, siteUrl, apiKey, apiUrl = DEFAULT_VOICE_API_URL }: RecordingOptions,
): Promise<Response> {
  const address = resolveRecordingUrl(storedUrl, apiUrl)
  if (!isAllowedUrl(address, { siteUrl, apiUrl })) throw new RecordingError('its URL is not on the vendor’s host')
  const controller = new AbortController()
  const request: RequestInit = {
    // A redirect could lead to a host that is not allowed.
    redirect: 'error',
    cache: 'no-store',
    signal: controller.signal,
    headers: {
      accept: 'audio/*',
      // Byte ranges of a compressed response would not match the audio file.
      'accept-encoding': 'identity',
      ...(range && { range }),
      ...(apiKey && { 'xi-api-key': apiKey }),
    },
  }
  const attributes = { 'peer.service': 'voice-vendor' }
  const pendingResponse = runFetchSpan('GET recording', attributes, () => fetch(address, request)).catch(
    (error: unknown) => {
      throw new RecordingError(`the vendor is unreachable (${error instanceof Error ? error.name : 'unknown'})`)
    },
  )
  let vendorResponse: Response
  try {
    vendorResponse = await withDeadline(pendingResponse, TIMEOUTS_MS.answer, throwTimeout)
  } catch (error) {
    controller.abort()
    throw error
  }
  const type = vendorResponse.headers.get('content-type') ?? ''
  const isAudio = vendorResponse.status === 416 || (/^audio\//i.test(type) && vendorResponse.body !== null)
  if (!(vendorResponse.ok || vendorResponse.status === 416) || !isAudio) {
    controller.abort()
    throw new RecordingError(`the vendor returned status ${vendorResponse.status}`)
  }
  return buildResponse(vendorResponse, range)
}

function buildResponse(vendorResponse: Response, range: string | null): Response {
  const { status, body, headers } = vendorResponse
  const contentRange = headers.get('content-range')
  if (status === 416) {
    return new Response(null, { status, headers: contentRange ? { 'content-range': contentRange } : {} })
  }
  const size = Number(headers.get('content-length') ?? Number.NaN)
  const isFullFile = status === 200 && Number.isSafeInteger(size) && size > 0
  const byteRange = isFullFile ? parseByteRange(range, size) : undefined
  const responseHeaders = new Headers({ 'content-type': headers.get('content-type') ?? 'audio/mpeg' })
  if (isFullFile || status === 206) responseHeaders.set('accept-ranges', 'bytes')
  const audio = body && streamAudio(body, byteRange ?? FULL_RANGE)
  if (byteRange) {
    responseHeaders.set('content-range', `bytes ${byteRange.first}-${byteRange.last}/${size}`)
    responseHeaders.set('content-length', String(byteRange.last - byteRange.first + 1))
    return new Response(audio, { status: 206, headers: responseHeaders })
  }
  if (Number.isSafeInteger(size)) responseHeaders.set('content-length', String(size))
  if (status === 206 && contentRange) responseHeaders.set('content-range', contentRange)
  return new Response(audio, { status, headers: responseHeaders })
}
