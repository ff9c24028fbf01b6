import { LRUCache } from 'lru-cache'

type TextQuery = {
  terms: number
  score(texts: Tokens): number
}

/** Terms that must be adjacent. Most clauses have one term. */
type Clause = { isNegated: boolean; phrase: Term[] }

const CLAUSE_PATTERN = /(-?)(?:"([^"]*)"?|(\S+))/g
const MAX_QUERY_LENGTH = 1024
const queryCache = new LRUCache<string, TextQuery>({ max: 200, memoMethod: parseUncached })

/**
 * Parses words (all must occur), `"exact phrases"`, `-exclusions` and `wild*cards`. An empty query and `*` match
 * everything.
 */
export const parseTextQuery = (text: string): TextQuery => queryCache.memo(text)

function parseUncached(text: string): TextQuery {
  const clauses = [...text.slice(0, MAX_QUERY_LENGTH).matchAll(CLAUSE_PATTERN)].map(toClause)
  const nonEmptyClauses = clauses.filter(({ phrase }) => phrase.length > 0)
  const terms = nonEmptyClauses.reduce((sum, { phrase }) => sum + phrase.length, 0)
  return { terms, score: (texts) => scoreClauses(nonEmptyClauses, texts) }
}

function toClause([, sign, phrase, word = '']: RegExpMatchArray): Clause {
  const isOnlyWildcards = /^\**$/.test(phrase ?? word)
  return { isNegated: sign === '-', phrase: isOnlyWildcards ? [] : parseTerms(phrase ?? word) }
}

function scoreClauses(clauses: Clause[], texts: Tokens): number {
  let total = clauses.some((clause) => !clause.isNegated) ? 0 : 1
  for (const { isNegated, phrase } of clauses) {
    const count = texts.reduce((sum, tokens) => sum + countPhrases(phrase, tokens), 0)
    if (isNegated ? count > 0 : count === 0) return 0
    total += computeRelevance(count)
  }
  return total
}

function countPhrases(phrase: Term[], tokens: readonly string[]): number {
  let count = 0
  for (let start = 0; start + phrase.length <= tokens.length; start++) {
    if (phrase.every((term, offset) => term(tokens[start + offset] ?? ''))) count++
  }
  return count
}

/** Matches the tokens of `match` in groq-js, but drops dots at word edges. */
const TOKEN_PATTERN = /[^!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/g
const TERM_PATTERN = /[^!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/g
const EDGE_DOT_PATTERN = /\b\.+|(?<!\.)\.+\b/g
const MAX_TERM_LENGTH = 1024
const termCache = new LRUCache<string, Term[]>({
  max: 200,
  memoMethod: (text) => extractTokens(text, TERM_PATTERN).map((term) => toTerm(term.slice(0, MAX_TERM_LENGTH))),
})

/** Lowercase tokens per text. Phrases match within one text. */
export type Tokens = readonly (readonly string[])[]

export type Term = (token: string) => boolean

export const tokenize = (text: string): string[] => extractTokens(text, TOKEN_PATTERN)

export const parseTerms = (text: string): Term[] => termCache.memo(text)

const extractTokens = (text: string, tokens: RegExp): string[] =>
  text.toLowerCase().replace(EDGE_DOT_PATTERN, '').match(tokens) ?? []

function toTerm(pattern: string): Term {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return (token) => token === first
  return (token) => {
    if (!token.startsWith(first) || !token.endsWith(last)) return false
    let from = first.length
    for (const part of rest) {
      const index = token.indexOf(part, from)
      if (index < 0) return false
      from = index + part.length
    }
    return from <= token.length - last.length
  }
}

export const computeRelevance = (occurrences: number): number => (occurrences * 2.2) / (occurrences + 1.2)

const tokenCache = new WeakMap<object, Tokens>()

/** Returns the tokens of text at any depth, without system fields. A Portable Text block counts as one text. */
export function getTokens(value: unknown): Tokens {
  if (typeof value === 'string') return [tokenize(value)]
  if (Array.isArray(value)) return value.flatMap(getTokens)
  if (typeof value !== 'object' || value === null) return []
  const cached = tokenCache.get(value)
  if (cached) return cached
  const tokens = getObjectTokens(value as Record<string, unknown>)
  tokenCache.set(value, tokens)
  return tokens
}

function getObjectTokens(value: Record<string, unknown>): Tokens {
  if (value._type === 'block' && Array.isArray(value.children)) return [tokenize(getBlockText(value.children))]
  return Object.entries(value).flatMap(([key, inner]) => (key.startsWith('_') ? [] : getTokens(inner)))
}

const getBlockText = (children: unknown[]): string =>
  children
    .map((span) => (span as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('')
