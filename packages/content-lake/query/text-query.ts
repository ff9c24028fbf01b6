import { LruMap } from './lru.ts'
import { relevance, termsOf, type Term, type Tokens } from './text-tokens.ts'

type TextQuery = {
  /** 0 when the text does not match, else growing with the occurrences of each clause. */
  score(texts: Tokens): number
}

/** Terms that must follow each other: a word is a phrase of one, mostly. */
type Clause = { isNegated: boolean; phrase: Term[] }

const CLAUSE = /(-?)(?:"([^"]*)"?|(\S+))/g
const MAX_LENGTH = 1024
const queries = new LruMap<string, TextQuery>(200)

/**
 * The argument of `text::query()`: words that must all occur, `"exact phrases"`, `-exclusions` and `wild*cards`.
 * An empty query and `*` match everything.
 */
export function parseTextQuery(text: string): TextQuery {
  return queries.getOrCreate(text, () => {
    const clauses = [...text.slice(0, MAX_LENGTH).matchAll(CLAUSE)].map(toClause)
    const telling = clauses.filter(({ phrase }) => phrase.length > 0)
    return { score: (texts) => score(telling, texts) }
  })
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
