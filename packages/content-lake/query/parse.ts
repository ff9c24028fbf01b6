import { parseGroq, type Mode } from './groq-js.ts'
import type { Node } from './groq-tree.ts'
import { LRUCache } from 'lru-cache'
import { parseError } from './query-error.ts'

const MAX_QUERY_LENGTH = 100_000
/** The parser's work grows with the square of this: 8,000 take about a second. */
const MAX_OPERATORS = 8_000
const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs
const OPERATOR = /[^\w\s$"']+/g
const CACHED_QUERIES = 500

/** Brackets that may hold nothing but numbers, parameters and arithmetic: `[0...$limit]`, `[$index]`, `[$from..($from + 9)]`. */
const CONSTANT_BRACKETS = /\[([\s\w$.+\-*/%()]+)\]/g
const PARAMETER = /\$(\w+)/g

type Constants = Record<string, string | number>

const trees = new LRUCache<string, Node>({ max: CACHED_QUERIES })

/**
 * The syntax tree of a query, shared and never to be changed.
 *
 * groq-js writes parameter values given to its parser into the tree, so none are given and the tree serves all
 * values; except those in slices and element accesses, which must be constant: such a tree serves these values only.
 * @throws LakeError 400 queryParseError
 */
export function parseQuery(query: string, params: Record<string, unknown> = {}, mode: Mode = 'normal'): Node {
  const constants = constantParams(query, params)
  const key = JSON.stringify([mode, query, constants])
  const tree = trees.get(key) ?? parseText(query, constants, mode)
  trees.set(key, tree)
  return tree
}

function assertBounded(query: string): void {
  if (query.length > MAX_QUERY_LENGTH) {
    throw parseError(query.slice(0, 100), new Error(`query is longer than ${MAX_QUERY_LENGTH} characters`))
  }
  const operators = query.replace(STRINGS, '').match(OPERATOR)?.length ?? 0
  if (operators > MAX_OPERATORS) throw parseError(query.slice(0, 100), new Error('query is too complex'))
}

function parseText(query: string, params: Constants, mode: Mode): Node {
  assertBounded(query)
  try {
    return parseGroq(query, params, mode)
  } catch (error) {
    throw parseError(query, error)
  }
}

function constantParams(query: string, params: Record<string, unknown>): Constants {
  const constants: Constants = {}
  for (const [, content = ''] of query.matchAll(CONSTANT_BRACKETS)) {
    for (const [, name = ''] of content.matchAll(PARAMETER)) {
      const value = params[name]
      if (typeof value === 'number' || typeof value === 'string') constants[name] = value
    }
  }
  return constants
}
