import type { IncomingMessage, RequestListener } from 'node:http'
import { type ApiAnswer, createApi, isKey, objectOf, textsOf } from '../api/api.ts'
import type { Faults } from '../api/faults.ts'
import type { Purge } from '../api/purges.ts'
import type { Entries } from '../cache/entries.ts'
import { MAX_KEY_BYTES } from './rules.ts'

/** Keys in one request. Source: https://www.fastly.com/documentation/reference/api/purging/ */
const MAX_KEYS = 256

type Options = {
  serviceId: string
  token: string
  entries: Entries
  faults: Faults
  purges: Purge[]
  now: () => number
}

/** Errors have `msg`, and `detail` where there is more to say. */
const refusal = (status: number, msg: string, detail?: string): ApiAnswer => ({
  status,
  body: { msg, ...(detail !== undefined && { detail }) },
})

const FAULTS: Record<number, string> = {
  401: 'Provided credentials are missing or invalid',
  403: 'You are not authorized to perform this action',
  429: 'You have exceeded your hourly rate limit',
}

/** Keys of the header (separated by spaces), or of a JSON body. */
const keysOf = (request: IncomingMessage, body: string): string[] | undefined => {
  const header = request.headers['surrogate-key']
  if (header !== undefined) return String(header).split(' ').filter(Boolean)
  return textsOf(objectOf(body)?.surrogate_keys)
}

/** Source: https://www.fastly.com/documentation/reference/api/purging/ */
export function createFastlyApi({ serviceId, token, entries, faults, purges, now }: Options): RequestListener {
  let count = 0
  /** Such as `108-1391560174-974124`. */
  const purgeId = (): string => `1-${Math.floor(now() / 1000)}-${(count += 1)}`

  function purge(keys: string[], isSoft: boolean): Record<string, string> {
    entries.purge(new Set(keys), isSoft ? 'soft' : undefined)
    purges.push({ tags: keys, isEverything: false, isSoft, at: now() })
    return Object.fromEntries(keys.map((key) => [key, purgeId()]))
  }

  function answer(request: IncomingMessage, body: string): ApiAnswer {
    if (!isKey(request.headers['fastly-key'] as string | undefined, token))
      return refusal(401, 'Provided credentials are missing or invalid')
    const [, service, id, action, key, ...rest] = (request.url ?? '').split('/')
    if (request.method !== 'POST' || service !== 'service' || rest.length > 0)
      return refusal(501, 'Not supported locally', `${request.method} ${request.url}`)
    if (id !== serviceId) return refusal(404, 'Record not found', 'Cannot load service')
    const isSoft = request.headers['fastly-soft-purge'] !== undefined
    if (action === 'purge_all' && key === undefined) {
      entries.clear()
      purges.push({ tags: [], isEverything: true, isSoft: false, at: now() })
      return { status: 200, body: { status: 'ok' } }
    }
    if (action !== 'purge') return refusal(501, 'Not supported locally', `${request.method} ${request.url}`)
    const keys = key === undefined ? keysOf(request, body) : [decodeURIComponent(key)]
    if (!keys || keys.length === 0) return refusal(400, 'Bad request', 'No surrogate keys in header or body')
    if (keys.length > MAX_KEYS) return refusal(400, 'Bad request', `More than ${MAX_KEYS} surrogate keys`)
    if (keys.some((each) => Buffer.byteLength(each) > MAX_KEY_BYTES))
      return refusal(400, 'Bad request', `A surrogate key is longer than ${MAX_KEY_BYTES} bytes`)
    const ids = purge(keys, isSoft)
    return { status: 200, body: key === undefined ? ids : { status: 'ok', id: Object.values(ids)[0] } }
  }

  return createApi(faults, (status) => refusal(status, FAULTS[status] ?? 'Internal error'), answer)
}
