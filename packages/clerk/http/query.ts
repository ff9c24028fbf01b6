import type { ClerkContext } from './services.ts'

/** A page of a list, as Clerk returns lists. */
export type Page<T> = { data: T[]; total_count: number }

/** The part of a list given by the `limit` (at most 500) and `offset` of the request. */
export function page<T>(c: ClerkContext, list: readonly T[], defaultLimit = 10): Page<T> {
  const { limit, offset } = pageWindow(c, defaultLimit)
  return { data: list.slice(offset, offset + limit), total_count: list.length }
}

export function pageWindow(c: ClerkContext, defaultLimit: number): { limit: number; offset: number } {
  const number = (name: string, fallback: number): number => {
    const value = c.req.query(name)
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : fallback
  }
  return { limit: Math.min(number('limit', defaultLimit), 500), offset: number('offset', 0) }
}

/** Values of a repeatable query parameter: `status=a&status=b` as the backend client sends it, `status=a,b` as clerk-js does. */
export const queryValues = (c: ClerkContext, name: string): string[] =>
  (c.req.queries(name) ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '')
