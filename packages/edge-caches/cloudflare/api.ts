import type { IncomingMessage, RequestListener } from 'node:http'
import { type ApiAnswer, createApi, isKey, objectOf, textsOf } from '../api/api.ts'
import type { Faults } from '../api/faults.ts'
import type { Purge } from '../api/purges.ts'
import type { Entries } from '../cache/entries.ts'
import { tagOf } from './rules.ts'

/** Tags in one request, and characters of one. Source: https://developers.cloudflare.com/cache/how-to/purge-cache/ */
const MAX_TAGS = 100
const MAX_TAG_LENGTH = 1024

/** Seconds of `Retry-After` of a 429 that was asked for. */
const RETRY_AFTER_SECONDS = 1

type Options = {
  zoneId: string
  token: string
  entries: Entries
  faults: Faults
  purges: Purge[]
  /** Answers the seconds to wait, 0 for none. */
  rateLimit: () => number
  now: () => number
}

const envelope = (result: unknown, errors: { code: number; message: string }[] = []) => ({
  success: errors.length === 0,
  errors,
  messages: [],
  result,
})

const refusal = (status: number, code: number, message: string): ApiAnswer => ({
  status,
  body: envelope(null, [{ code, message }]),
})

const tooMany = (seconds: number): ApiAnswer => ({
  ...refusal(429, 971, 'Please wait and consider throttling your request speed'),
  headers: { 'retry-after': String(seconds) },
})

const FAULTS: Record<number, { code: number; message: string }> = {
  401: { code: 10_000, message: 'Authentication error' },
  403: { code: 10_000, message: 'Authentication error' },
}

/** Source: https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
export function createCloudflareApi(options: Options): RequestListener {
  const { zoneId, token, entries, faults, purges, rateLimit, now } = options

  function answer(request: IncomingMessage, body: string): ApiAnswer {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!isKey(key, token)) return refusal(401, 10_000, 'Authentication error')
    const zone = /^\/client\/v4\/zones\/([^/]+)\/purge_cache$/.exec(request.url ?? '')?.[1]
    if (request.method !== 'POST' || zone === undefined) return refusal(501, 7003, 'Not supported locally')
    if (zone !== zoneId) return refusal(404, 7003, `Could not route to /zones/${zone}: no such zone`)
    const asked = objectOf(body)
    if (!asked) return refusal(400, 6007, 'Malformed JSON in request body')
    const seconds = rateLimit()
    if (seconds > 0) return tooMany(seconds)
    if (asked.purge_everything === true) {
      entries.clear()
      purges.push({ tags: [], isEverything: true, isSoft: false, at: now() })
      return { status: 200, body: envelope({ id: zoneId }) }
    }
    const tags = textsOf(asked.tags)
    if (!tags || tags.length === 0) return refusal(400, 1014, '"files", "tags", "hosts" or "prefixes" must be an array')
    if (tags.length > MAX_TAGS) return refusal(400, 1094, `At most ${MAX_TAGS} tags in one request`)
    if (tags.some((tag) => tag.length === 0 || tag.length > MAX_TAG_LENGTH))
      return refusal(400, 1095, `A tag has 1 to ${MAX_TAG_LENGTH} characters`)
    entries.purge(new Set(tags.map(tagOf)))
    purges.push({ tags, isEverything: false, isSoft: false, at: now() })
    return { status: 200, body: envelope({ id: zoneId }) }
  }

  const fault = (status: number): ApiAnswer => {
    if (status === 429) return tooMany(RETRY_AFTER_SECONDS)
    const { code, message } = FAULTS[status] ?? { code: 1000, message: 'Internal error' }
    return refusal(status, code, message)
  }
  return createApi(faults, fault, answer)
}
