import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

export type State = 'hit' | 'miss' | 'expired' | 'revalidated' | 'updating' | 'stale' | 'bypass' | 'pass'

type Lifetime = {
  freshSeconds: number
  staleWhileRevalidateSeconds: number
  staleIfErrorSeconds: number
  tags: string[]
}

type ResponseHead = { status: number; headers: IncomingHttpHeaders }

export type Rules = {
  getLifetime: (request: IncomingHttpHeaders, answer: ResponseHead, now: number) => Lifetime | undefined
  /** Returns the lower-case request headers that select a variant. */
  getVaryNames: (headers: IncomingHttpHeaders) => string[]
  buildVisitorHeaders: (address: string) => OutgoingHttpHeaders
  filterHeaders: (headers: IncomingHttpHeaders, request: IncomingHttpHeaders) => OutgoingHttpHeaders
  buildStateHeaders: (state: State) => OutgoingHttpHeaders
  unreachableResponse: { status: number; body: string }
}

/** Parsed header in the format of `Cache-Control`, with lower-case names. */
export type Directives = ReturnType<typeof parseDirectives>

export function parseDirectives(header: string | undefined) {
  const directives = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')]
    }),
  )
  return {
    has: (name: string): boolean => directives.has(name),
    seconds: (name: string): number | undefined =>
      /^\d+$/.test(directives.get(name) ?? '') ? Number(directives.get(name)) : undefined,
  }
}

/** Returns the seconds from `Date` to `Expires`. */
export function getSecondsUntilExpiry(headers: { expires?: string; date?: string }, now: number): number | undefined {
  if (headers.expires === undefined) return undefined
  const expires = Date.parse(headers.expires)
  const date = Date.parse(headers.date ?? '')
  // An invalid date counts as expired (RFC 9111, 5.3).
  return Number.isNaN(expires) ? 0 : Math.max(0, Math.floor((expires - (Number.isNaN(date) ? now : date)) / 1000))
}

export type Entry = ResponseHead & {
  body: Buffer
  lifetime: Lifetime
  storedAt: number
  /** Milliseconds since 1970. */
  freshUntil: number
  variant: Record<string, string>
}

export type Entries = ReturnType<typeof createEntries>

export const buildVariant = (names: string[], request: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(request[name] ?? '')]))

const matchesVariant = ({ variant }: Entry, request: IncomingHttpHeaders): boolean =>
  Object.entries(variant).every(([name, value]) => String(request[name] ?? '') === value)

export function createEntries(now: () => number) {
  const byKey = new Map<string, Entry[]>()
  const listOtherEntries = (key: string, removed: Entry): Entry[] =>
    (byKey.get(key) ?? []).filter((each) => each !== removed)
  const findSameVariant = (key: string, { variant }: Entry): Entry | undefined =>
    byKey.get(key)?.find((each) => JSON.stringify(each.variant) === JSON.stringify(variant))

  return {
    find: (key: string, request: IncomingHttpHeaders): Entry | undefined =>
      byKey.get(key)?.find((entry) => matchesVariant(entry, request)),
    put: (key: string, entry: Entry): void => {
      const previous = findSameVariant(key, entry)
      byKey.set(key, [entry, ...(previous ? listOtherEntries(key, previous) : (byKey.get(key) ?? []))])
    },
    remove: (key: string, entry: Entry): void => void byKey.set(key, listOtherEntries(key, entry)),
    purge: (tags: ReadonlySet<string>, soft?: 'soft'): void => {
      for (const [key, entries] of byKey) {
        const matchesTags = ({ lifetime }: Entry): boolean => lifetime.tags.some((tag) => tags.has(tag))
        if (!soft)
          byKey.set(
            key,
            entries.filter((entry) => !matchesTags(entry)),
          )
        else for (const entry of entries.filter(matchesTags)) entry.freshUntil = Math.min(entry.freshUntil, now())
      }
    },
    clear: (): void => byKey.clear(),
  }
}
