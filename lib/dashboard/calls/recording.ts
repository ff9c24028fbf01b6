import { and, eq } from 'drizzle-orm'
import { isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { withDeadline } from '../../platform/time/deadline.ts'
import { isLoopback, VOICE_API } from '../../platform/env/env.ts'
import { inClientSpan } from '../../platform/telemetry/spans.ts'

/** Timeouts in milliseconds: until the response starts, and between chunks. */
const DEADLINE = { answer: 5_000, chunk: 10_000 }

/** Thrown if the URL of a recording is not allowed or the vendor does not serve it. */
export class RecordingError extends Error {
  constructor(what: string) {
    super(`Cannot play the recording: ${what}`)
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
const whereItIs = (address: string, apiUrl: string): string =>
  address.startsWith(`${VOICE_API}/`) ? apiUrl + address.slice(VOICE_API.length) : address

/** Prevents SSRF: allows only the vendor's API, or localhost if the site runs on localhost. */
function isAllowed(address: string, { siteUrl, apiUrl }: { siteUrl: string; apiUrl: string }): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  const isVendor = protocol === 'https:' && host === new URL(apiUrl).host
  return isVendor || (isLoopback(siteUrl) && isLoopback(address))
}

type ByteRange = { first: number; last: number }

/** Parses a Range header. Returns undefined for multiple or unsatisfiable ranges. */
function byteRangeOf(range: string | null, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined || (first === '' && !last)) return undefined
  const end = size - 1
  const byteRange =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: end }
      : { first: Number(first), last: last ? Math.min(Number(last), end) : end }
  return byteRange.first <= byteRange.last ? byteRange : undefined
}

function tooSlow(): never {
  throw new RecordingError('the vendor timed out')
}

/** Streams a body or a range of it. Fails if the vendor stalls. The timeout runs only while the client reads. */
function soundOf(body: ReadableStream<Uint8Array>, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await withDeadline(reader.read(), DEADLINE.chunk, tooSlow)
        if (done) return controller.close()
        const wanted = value.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
        at += value.byteLength
        if (wanted.byteLength > 0) controller.enqueue(wanted)
        if (at > last) {
          await reader.cancel()
          return controller.close()
        }
        if (wanted.byteLength > 0) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const WHOLE: ByteRange = { first: 0, last: Number.MAX_SAFE_INTEGER }

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
  stored: string,
  { range, siteUrl, apiKey, apiUrl = VOICE_API }: RecordingOptions,
): Promise<Response> {
  const address = whereItIs(stored, apiUrl)
  if (!isAllowed(address, { siteUrl, apiUrl })) throw new RecordingError('the voice vendor does not have it')
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
  const ofVendor = { 'peer.service': 'voice-vendor' }
  const asked = inClientSpan('GET recording', ofVendor, () => fetch(address, request)).catch((error: unknown) => {
    throw new RecordingError(`the vendor is unreachable (${error instanceof Error ? error.name : 'unknown'})`)
  })
  let vendor: Response
  try {
    vendor = await withDeadline(asked, DEADLINE.answer, tooSlow)
  } catch (error) {
    controller.abort()
    throw error
  }
  const type = vendor.headers.get('content-type') ?? ''
  const isSound = vendor.status === 416 || (/^audio\//i.test(type) && vendor.body !== null)
  if (!(vendor.ok || vendor.status === 416) || !isSound) {
    controller.abort()
    throw new RecordingError(`the vendor returned status ${vendor.status}`)
  }
  return answerOf(vendor, range)
}

function answerOf(vendor: Response, range: string | null): Response {
  const { status, body, headers } = vendor
  const contentRange = headers.get('content-range')
  if (status === 416) {
    return new Response(null, { status, headers: contentRange ? { 'content-range': contentRange } : {} })
  }
  const size = Number(headers.get('content-length') ?? Number.NaN)
  const isWhole = status === 200 && Number.isSafeInteger(size) && size > 0
  const byteRange = isWhole ? byteRangeOf(range, size) : undefined
  const own = new Headers({ 'content-type': headers.get('content-type') ?? 'audio/mpeg' })
  if (isWhole || status === 206) own.set('accept-ranges', 'bytes')
  const sound = body && soundOf(body, byteRange ?? WHOLE)
  if (byteRange) {
    own.set('content-range', `bytes ${byteRange.first}-${byteRange.last}/${size}`)
    own.set('content-length', String(byteRange.last - byteRange.first + 1))
    return new Response(sound, { status: 206, headers: own })
  }
  if (Number.isSafeInteger(size)) own.set('content-length', String(size))
  if (status === 206 && contentRange) own.set('content-range', contentRange)
  return new Response(sound, { status, headers: own })
}
