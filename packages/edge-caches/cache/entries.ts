import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerHead, Lifetime } from './rules.ts'

export type Entry = AnswerHead & {
  body: Buffer
  lifetime: Lifetime
  /** Milliseconds since 1970 when the origin gave it. */
  storedAt: number
  /** Milliseconds since 1970 until which it is fresh. */
  freshUntil: number
  /** What the request had in the headers by which answers differ. */
  variant: Record<string, string>
}

export type Entries = {
  find: (key: string, request: IncomingHttpHeaders) => Entry | undefined
  /** Replaces the entry of the same address and variant. */
  put: (key: string, entry: Entry) => void
  remove: (key: string, entry: Entry) => void
  /** Removes the entries with one of the tags, or with `soft` makes them stale. */
  purge: (tags: ReadonlySet<string>, soft?: 'soft') => void
  clear: () => void
}

/** The values of the named headers. */
export const variantOf = (names: string[], request: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(request[name] ?? '')]))

const fits = ({ variant }: Entry, request: IncomingHttpHeaders): boolean =>
  Object.entries(variant).every(([name, value]) => String(request[name] ?? '') === value)

/** What is kept, in memory and without a limit. */
export function createEntries(now: () => number): Entries {
  const byKey = new Map<string, Entry[]>()
  const without = (key: string, gone: Entry): Entry[] => (byKey.get(key) ?? []).filter((each) => each !== gone)
  const sameVariant = (key: string, { variant }: Entry): Entry | undefined =>
    byKey.get(key)?.find((each) => JSON.stringify(each.variant) === JSON.stringify(variant))

  return {
    find: (key, request) => byKey.get(key)?.find((entry) => fits(entry, request)),
    put: (key, entry) => {
      const before = sameVariant(key, entry)
      byKey.set(key, [entry, ...(before ? without(key, before) : (byKey.get(key) ?? []))])
    },
    remove: (key, entry) => void byKey.set(key, without(key, entry)),
    purge: (tags, soft) => {
      for (const [key, entries] of byKey) {
        const isMeant = ({ lifetime }: Entry): boolean => lifetime.tags.some((tag) => tags.has(tag))
        if (!soft)
          byKey.set(
            key,
            entries.filter((entry) => !isMeant(entry)),
          )
        else for (const entry of entries.filter(isMeant)) entry.freshUntil = Math.min(entry.freshUntil, now())
      }
    },
    clear: () => byKey.clear(),
  }
}
