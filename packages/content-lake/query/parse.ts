import { LRUCache } from 'lru-cache'
import { parseGroq, type Mode } from './groq-js.ts'
import { childNodes, type Node } from './groq-tree.ts'
import { missingParameter, parseError } from './query-error.ts'
import { markRepeated } from './repeated.ts'

const MAX_QUERY_LENGTH = 200_000
/** The parser's work grows with the square of this: 8,000 take about a second. */
const MAX_OPERATORS = 8_000
/** Also one that does not end: to look for its end from each of its quotes would take the square of the time. */
const STRINGS = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)/gs
const OPERATOR = /[^\w\s$"']+/g
const CACHED_QUERIES = 500
const CACHED_CHARACTERS = 4_000_000

/** Brackets that may hold nothing but numbers, parameters and arithmetic: `[0...$limit]`, `[$index]`, `[$from..($from + 9)]`. */
const CONSTANT_BRACKETS = /\[([\s\w$.+\-*/%()]+)\]/g
const PARAMETER = /\$(\w+)/g

type Constants = Record<string, string | number>

/** A tree and the parameters that it names, also in parts that are never evaluated. */
type Parsed = { tree: Node; parameters: ReadonlySet<string> }

const parsed = new LRUCache<string, Parsed>({
  max: CACHED_QUERIES,
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: (_parsed, key) => key.length,
})

/**
 * The syntax tree of a query, shared and never to be changed.
 *
 * groq-js writes parameter values given to its parser into the tree, so none are given and the tree serves all
 * values; except those in slices and element accesses, which must be constant: such a tree serves these values only.
 * @throws LakeError 400 queryParseError, also when the query names a parameter that `params` does not have
 */
export function parseQuery(query: string, params: Record<string, unknown> = {}, mode: Mode = 'normal'): Node {
  const constants = constantParams(query, params)
  const key = JSON.stringify([mode, query, constants])
  const { tree, parameters } = parsed.get(key) ?? parseText(query, constants, mode, params)
  parsed.set(key, { tree, parameters })
  for (const name of parameters) if (!isGiven(name, params)) throw missingParameter(query, name)
  return tree
}

const isGiven = (name: string, params: Record<string, unknown>): boolean =>
  Object.hasOwn(params, name) && params[name] !== undefined

function assertBounded(query: string): void {
  if (query.length > MAX_QUERY_LENGTH) {
    throw parseError(query.slice(0, 100), new Error(`query is longer than ${MAX_QUERY_LENGTH} characters`))
  }
  const operators = query.replace(STRINGS, '').match(OPERATOR)?.length ?? 0
  if (operators > MAX_OPERATORS) throw parseError(query.slice(0, 100), new Error('query is too complex'))
}

function parseText(query: string, constants: Constants, mode: Mode, params: Record<string, unknown>): Parsed {
  assertBounded(query)
  try {
    const tree = parseGroq(query, constants, mode)
    assertScoresDocuments(tree)
    markRepeated(tree)
    return { tree, parameters: new Set(parametersIn(tree)) }
  } catch (error) {
    // A slice is refused for want of a constant before its parameter has become part of a tree.
    const missing = bracketParameters(query).find((name) => !isGiven(name, params))
    throw missing === undefined ? parseError(query, error) : missingParameter(query, missing)
  }
}

/** The relevance of what a projection made, or of a single document, has no meaning. */
function assertScoresDocuments(node: Node): void {
  if (node.type === 'PipeFuncCall' && node.name === 'score' && !isDocuments(node.base)) {
    throw new Error('score() can only be used on a list of documents')
  }
  childNodes(node).forEach(assertScoresDocuments)
}

function isDocuments(node: Node): boolean {
  if (node.type === 'Group') return isDocuments(node.base)
  return (
    node.type !== 'AccessElement' && node.type !== 'Projection' && !(node.type === 'Map' && isProjection(node.expr))
  )
}

const isProjection = (node: Node): boolean => node.type === 'Projection'

function parametersIn(node: Node): string[] {
  return node.type === 'Parameter' ? [node.name] : childNodes(node).flatMap(parametersIn)
}

function constantParams(query: string, params: Record<string, unknown>): Constants {
  const constants: Constants = {}
  for (const name of bracketParameters(query)) {
    const value = params[name]
    if (typeof value === 'number' || typeof value === 'string') constants[name] = value
  }
  return constants
}

const bracketParameters = (query: string): string[] =>
  [...query.matchAll(CONSTANT_BRACKETS)].flatMap(([, content = '']) =>
    [...content.matchAll(PARAMETER)].map(([, name = '']) => name),
  )
