import { LRUCache } from 'lru-cache'
import { LakeError } from '../store/errors.ts'
import { listChildNodes, GroqSyntaxError, type Mode, type Node, parseGroq } from './evaluate/groq.ts'

const MAX_QUERY_LENGTH = 200_000
/** Parse time grows quadratically with the number of operators: 8,000 take about a second. */
const MAX_OPERATORS = 8_000
/** Also matches unterminated strings, because the search would otherwise be quadratic. */
const STRING_PATTERN = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)/gs
const OPERATOR_PATTERN = /[^\w\s$"']+/g
const MAX_CACHED_QUERIES = 500
const MAX_CACHED_CHARACTERS = 4_000_000

/** Slices and indexes of constants: `[0...$limit]`, `[$index]`, `[$from..($from + 9)]`. */
const CONSTANT_BRACKET_PATTERN = /\[([\s\w$.+\-*/%()]+)\]/g
const PARAMETER_PATTERN = /\$(\w+)/g

type Constants = Record<string, string | number>

type ParsedQuery = { tree: Node; parameters: ReadonlySet<string> }

const parseCache = new LRUCache<string, ParsedQuery>({
  max: MAX_CACHED_QUERIES,
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_parsed, key) => key.length,
})

/**
 * Returns the cached, immutable syntax tree of a query. One tree serves all parameter values, because the parser does
 * not receive them. Slices and element accesses are an exception: groq-js requires constants there, so these trees are
 * cached per value.
 * @throws LakeError 400 queryParseError, also for a parameter missing in `params`
 */
export function parseQuery(query: string, params: Record<string, unknown> = {}, mode: Mode = 'normal'): Node {
  const constants = pickConstantParams(query, params)
  const key = JSON.stringify([mode, query, constants])
  const { tree, parameters } = parseCache.get(key) ?? parseUncached(query, constants, mode, params)
  parseCache.set(key, { tree, parameters })
  for (const name of parameters) if (!hasParameter(name, params)) throw createMissingParameterError(query, name)
  return tree
}

const hasParameter = (name: string, params: Record<string, unknown>): boolean =>
  Object.hasOwn(params, name) && params[name] !== undefined

function assertBounded(query: string): void {
  if (query.length > MAX_QUERY_LENGTH) {
    throw createParseError(query.slice(0, 100), new Error(`query is longer than ${MAX_QUERY_LENGTH} characters`))
  }
  const operators = query.replace(STRING_PATTERN, '').match(OPERATOR_PATTERN)?.length ?? 0
  if (operators > MAX_OPERATORS) throw createParseError(query.slice(0, 100), new Error('query is too complex'))
}

function parseUncached(query: string, constants: Constants, mode: Mode, params: Record<string, unknown>): ParsedQuery {
  assertBounded(query)
  try {
    const tree = parseGroq(query, constants, mode)
    assertScoresDocuments(tree)
    markConstantNodes(tree)
    return { tree, parameters: new Set(listParameters(tree)) }
  } catch (error) {
    // The parser rejects such a slice before it reports the missing parameter.
    const missingName = listBracketParameters(query).find((name) => !hasParameter(name, params))
    throw missingName === undefined ? createParseError(query, error) : createMissingParameterError(query, missingName)
  }
}

/** Checks that `score()` applies to documents only, not to projections. */
function assertScoresDocuments(node: Node): void {
  if (node.type === 'PipeFuncCall' && node.name === 'score' && !isDocuments(node.base)) {
    throw new Error('score() can only be used on a list of documents')
  }
  listChildNodes(node).forEach(assertScoresDocuments)
}

function isDocuments(node: Node): boolean {
  if (node.type === 'Group') return isDocuments(node.base)
  return (
    node.type !== 'AccessElement' &&
    node.type !== 'Projection' &&
    !(node.type === 'Map' && node.expr.type === 'Projection')
  )
}

const listParameters = (node: Node): string[] =>
  node.type === 'Parameter' ? [node.name] : listChildNodes(node).flatMap(listParameters)

function pickConstantParams(query: string, params: Record<string, unknown>): Constants {
  const constants: Constants = {}
  for (const name of listBracketParameters(query)) {
    const value = params[name]
    if (typeof value === 'number' || typeof value === 'string') constants[name] = value
  }
  return constants
}

const listBracketParameters = (query: string): string[] =>
  [...query.matchAll(CONSTANT_BRACKET_PATTERN)].flatMap(([, content = '']) =>
    [...content.matchAll(PARAMETER_PATTERN)].map(([, name = '']) => name),
  )

/**
 * Creates the error for @sanity/client, which draws a code frame (`isQueryParseError`) from `start` and `end` in UTF-16
 * units.
 */
function createParseError(query: string, cause: unknown): LakeError {
  const start = cause instanceof GroqSyntaxError ? Math.min(cause.position, query.length) : 0
  const end = cause instanceof GroqSyntaxError ? Math.min(start + 1, query.length) : query.length
  const description = describeUnexpectedEnd(query, start, cause) ?? describeCause(cause)
  return new LakeError(400, { error: { type: 'queryParseError', description, query, start, end } })
}

const COMPLETE_EXPRESSION_PATTERN = /[\w"'\])}@]\s*$/

/** Returns the message of hosted Sanity for an unexpected end. groq-js reports "end of query" at any position. */
function describeUnexpectedEnd(query: string, start: number, cause: unknown): string | undefined {
  if (!(cause instanceof GroqSyntaxError) || query.slice(start + 1).trim() !== '') return undefined
  if (!cause.message.includes('Unexpected end of query')) return undefined
  return COMPLETE_EXPRESSION_PATTERN.test(query)
    ? 'unexpected end-of-file'
    : 'unexpected end-of-file, expected expression'
}

const TEXT_OR_PARAMETER_PATTERN = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|\/\/[^\n]*|\$\w+/gs

function createMissingParameterError(query: string, name: string): LakeError {
  const match = [...query.matchAll(TEXT_OR_PARAMETER_PATTERN)].find(([text]) => text === `$${name}`)
  const start = match?.index ?? 0
  const end = start + `$${name}`.length
  const description = `param $${name} referenced, but not provided`
  return new LakeError(400, { error: { type: 'queryParseError', description, query, start, end } })
}

export function toEvaluationError(query: string, cause: unknown): LakeError {
  if (cause instanceof LakeError) return cause
  return new LakeError(400, { error: { type: 'queryEvaluationError', description: describeCause(cause), query } })
}

function describeCause(cause: unknown): string {
  if (cause instanceof RangeError)
    return /stack/i.test(cause.message) ? 'query is nested too deeply' : 'query produces a value that is too long'
  if (cause instanceof GroqSyntaxError) return cause.message.replace(/^.* at position \d+:? ?/, '') || 'syntax error'
  return cause instanceof Error ? cause.message : String(cause)
}

const VALUE_READING_FUNCTIONS = new Set(['references', 'versionOf', 'partOfRelease'])

/** Result of `getReach` per node, inside and outside a hidden scope. `[]` creates a hidden scope, which `^` skips. */
type ReachCache = { hidden: Map<Node, number>; shown: Map<Node, number> }

/** Marks constant parts, such as `*[_type == "author"]._id` in `*[author._ref in *[_type == "author"]._id]`. */
function markConstantNodes(tree: Node): void {
  const reachCache: ReachCache = { hidden: new Map(), shown: new Map() }
  markNode(tree, false)

  function markNode(node: Node, isRepeated: boolean): void {
    const { same, inner } = splitParts(node)
    if (isRepeated && isCompound(node) && getReach(node, false, reachCache) < 0) {
      node.isConstant = true
      isRepeated = false
    }
    for (const part of same) markNode(part, isRepeated)
    for (const part of inner) markNode(part, true)
  }
}

const isCompound = (node: Node): boolean => node.type === 'Everything' || listChildNodes(node).length > 0

/** Returns the child nodes. `same` parts share the scope of the node, and `inner` parts open a new scope. */
function splitParts(node: Node): { same: Node[]; inner: Node[] } {
  switch (node.type) {
    case 'Filter':
    case 'Map':
    case 'FlatMap':
    case 'Projection':
      return { same: [node.base], inner: [node.expr] }
    case 'PipeFuncCall':
      return { same: [node.base], inner: node.args }
    default:
      return { same: listChildNodes(node), inner: [] }
  }
}

/** Returns how many scopes outward an expression reads: 0 is `@`, 1 is `^`, 2 is `^.^`, and -1 is constant. */
function getReach(node: Node, isHidden: boolean, reachCache: ReachCache): number {
  const cache = reachCache[isHidden ? 'hidden' : 'shown']
  const reach = cache.get(node) ?? computeReach(node, isHidden, reachCache)
  cache.set(node, reach)
  return reach
}

function computeReach(node: Node, isHidden: boolean, reachCache: ReachCache): number {
  const { same, inner } = splitParts(node)
  const opensHiddenScope = node.type === 'Map' || node.type === 'FlatMap'
  return Math.max(
    getOwnReach(node),
    ...same.map((part) => getReach(part, isHidden, reachCache)),
    ...inner.map((part) => subtractScope(getReach(part, opensHiddenScope, reachCache), isHidden)),
  )
}

function getOwnReach(node: Node): number {
  switch (node.type) {
    case 'This':
    case 'SelectorFuncCall':
    case 'SelectorNested':
      return 0
    case 'Parent':
      return node.n
    case 'AccessAttribute':
      return node.base ? -1 : 0
    case 'FuncCall':
      return VALUE_READING_FUNCTIONS.has(node.name) ? 0 : -1
    default:
      return -1
  }
}

function subtractScope(reach: number, isHidden: boolean): number {
  if (reach <= 0) return -1
  return isHidden ? reach : reach - 1
}
