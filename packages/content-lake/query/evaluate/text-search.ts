import { LRUCache } from 'lru-cache'

type TextQuery = {
  terms: number
  score(texts: Tokens): number
}

/** Terms that must be adjacent. Most clauses have one term. */
type Clause = { isNegated: boolean; phrase: Term[] }

const CLAUSE = /(-?)(?:"([^"]*)"?|(\S+))/g
const MAX_LENGTH = 1024
const queries = new LRUCache<string, TextQuery>({ max: 200, memoMethod: parse })

/**
 * Parses words (all must occur), `"exact phrases"`, `-exclusions` and `wild*cards`. An empty query and `*` match
 * everything.
 */
export const parseTextQuery = (text: string): TextQuery => queries.memo(text)

function parse(text: string): TextQuery {
  const clauses = [...text.slice(0, MAX_LENGTH).matchAll(CLAUSE)].map(toClause)
  const telling = clauses.filter(({ phrase }) => phrase.length > 0)
  const terms = telling.reduce((sum, { phrase }) => sum + phrase.length, 0)
  return { terms, score: (texts) => score(telling, texts) }
}

function toClause([, sign, phrase, word = '']: RegExpMatchArray): Clause {
  const isOnlyWildcards = /^\**$/.test(phrase ?? word)
  return { isNegated: sign === '-', phrase: isOnlyWildcards ? [] : termsOf(phrase ?? word) }
}

function score(clauses: Clause[], texts: Tokens): number {
  let total = clauses.some((clause) => !clause.isNegated) ? 0 : 1
  for (const { isNegated, phrase } of clauses) {
    const count = texts.reduce((sum, tokens) => sum + occurrences(phrase, tokens), 0)
    if (isNegated ? count > 0 : count === 0) return 0
    total += relevance(count)
  }
  return total
}

function occurrences(phrase: Term[], tokens: readonly string[]): number {
  let count = 0
  for (let start = 0; start + phrase.length <= tokens.length; start++) {
    if (phrase.every((term, offset) => term(tokens[start + offset] ?? ''))) count++
  }
  return count
}

/** Matches the tokens of `match` in groq-js, but drops dots at word edges. */
const TOKEN = /[^!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/g
const TERM = /[^!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/g
const DOTS_AT_EDGES = /\b\.+|(?<!\.)\.+\b/g
const MAX_TERM_LENGTH = 1024
const compiled = new LRUCache<string, Term[]>({
  max: 200,
  memoMethod: (text) => split(text, TERM).map((term) => toTerm(term.slice(0, MAX_TERM_LENGTH))),
})

/** Lowercase tokens per text. Phrases match within one text. */
export type Tokens = readonly (readonly string[])[]

export type Term = (token: string) => boolean

export const tokenize = (text: string): string[] => split(text, TOKEN)

export const termsOf = (text: string): Term[] => compiled.memo(text)

const split = (text: string, tokens: RegExp): string[] =>
  text.toLowerCase().replace(DOTS_AT_EDGES, '').match(tokens) ?? []

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

export const relevance = (occurrences: number): number => (occurrences * 2.2) / (occurrences + 1.2)

const known = new WeakMap<object, Tokens>()

/** Returns the tokens of text at any depth, without system fields. A Portable Text block counts as one text. */
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
