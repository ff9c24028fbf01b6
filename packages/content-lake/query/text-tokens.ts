import { LruMap } from './lru.ts'

/** What groq-js's `match` takes for a token: a run of characters other than these; dots at the edge of a word are dropped. */
const TOKEN = /[^!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/g
const TERM = /[^!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/g
const DOTS_AT_EDGES = /\b\.+|\.+\b/g
const MAX_TERM_LENGTH = 1024
const compiled = new LruMap<string, Term[]>(200)

/** The lower-cased tokens of each text of a value; phrases match within one text. */
export type Tokens = readonly (readonly string[])[]

/** Does a token match a term, in which `*` stands for any characters? */
export type Term = (token: string) => boolean

export const tokenize = (text: string): string[] => split(text, TOKEN)

/** The terms of a search text: like tokens, with wildcards. */
export const termsOf = (text: string): Term[] =>
  compiled.getOrCreate(text, () => split(text, TERM).map((term) => toTerm(term.slice(0, MAX_TERM_LENGTH))))

const split = (text: string, tokens: RegExp): string[] =>
  text.toLowerCase().replace(DOTS_AT_EDGES, '').match(tokens) ?? []

/** Wildcards are matched greedily from the left: linear, whatever the pattern. */
function toTerm(pattern: string): Term {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return (token) => token === first
  return (token) => {
    if (!token.startsWith(first) || !token.endsWith(last)) return false
    let from = first.length
    for (const part of rest) {
      const found = token.indexOf(part, from)
      if (found < 0) return false
      from = found + part.length
    }
    return from <= token.length - last.length
  }
}

/** The relevance of a term that occurs so often: BM25's saturation, with groq-js's constants. */
export const relevance = (occurrences: number): number => (occurrences * 2.2) / (occurrences + 1.2)

const known = new WeakMap<object, Tokens>()

/**
 * All text in a value: strings, the strings of lists and, at any depth, of objects. System fields (`_type`, `_key` …)
 * are no text; a Portable Text block is one text, however its spans divide it.
 */
export function tokensOf(value: unknown): Tokens {
  if (typeof value === 'string') return [tokenize(value)]
  if (Array.isArray(value)) return value.flatMap(tokensOf)
  if (typeof value !== 'object' || value === null) return []
  const cached = known.get(value)
  if (cached) return cached
  const tokens = tokensOfObject(value as Record<string, unknown>)
  known.set(value, tokens)
  return tokens
}

function tokensOfObject(value: Record<string, unknown>): Tokens {
  if (value._type === 'block' && Array.isArray(value.children)) return [tokenize(blockText(value.children))]
  return Object.entries(value).flatMap(([key, inner]) => (key.startsWith('_') ? [] : tokensOf(inner)))
}

const blockText = (children: unknown[]): string =>
  children
    .map((span) => (span as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('')
