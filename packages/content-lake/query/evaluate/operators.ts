import {
  callGroq,
  type FuncCallNode,
  type GroqPath,
  isPath,
  literal,
  type Node,
  type OpCallNode,
  type PipeFuncCallNode,
} from './groq.ts'
import { countReading, countStep, countSteps, evaluate, type Execution, listOf, nest, type Scope } from './scope.ts'
import { parseTextQuery, relevance, termsOf, tokenize, tokensOf } from './text-search.ts'
import {
  FALSE,
  fromBoolean,
  fromElements,
  isRecord,
  isScalar,
  NULL,
  TRUE,
  typeOf,
  type Value,
  type ValueType,
} from './value.ts'

export function callOperator(node: OpCallNode, scope: Scope): Value {
  if (node.op === 'match') return fromBoolean(matches(node, scope))
  const left = evaluate(node.left, scope).data
  const right = evaluate(node.right, scope).data
  if (isScalar(left) && isScalar(right)) {
    if (node.op === '==') return fromBoolean(left === right)
    if (node.op === '!=') return fromBoolean(left !== right)
  }
  if (node.op === 'in' && isPath(right) && (typeof left === 'string' || isPath(left))) {
    return fromBoolean(isInPath(isPath(left) ? left.toJSON() : left, right, scope.run))
  }
  if (node.op === 'in' && isScalar(left) && Array.isArray(right)) {
    return fromBoolean(isMember(left, right, scope.run))
  }
  countReading(scope.run, [left, right])
  return { data: callGroq({ ...node, left: literal(left), right: literal(right) }) }
}

const PATH_COMPARISONS_IN_A_STEP = 64

function isInPath(text: string, path: GroqPath, run: Execution): boolean {
  const pattern = path.toJSON()
  countSteps(run, (text.length * pattern.length) / PATH_COMPARISONS_IN_A_STEP)
  return matchesPath(pattern, text)
}

const LONG_LIST = 16

/**
 * Tests membership. The first lookup scans a long list. The second one builds a set, because a lookup per document is
 * likely.
 */
function isMember(value: unknown, list: readonly unknown[], run: Execution): boolean {
  if (list.length < LONG_LIST) return list.includes(value)
  const { members } = run.known
  if (!members.get(list)) countSteps(run, list.length)
  const known = members.get(list) ?? (members.has(list) ? new Set(list) : undefined)
  members.set(list, known)
  return known ? known.has(value) : list.includes(value)
}

export function combine(node: Extract<Node, { type: 'And' | 'Or' }>, scope: Scope): Value {
  const deciding = node.type === 'Or'
  const left = evaluate(node.left, scope).data
  if (left === deciding) return fromBoolean(deciding)
  const right = evaluate(node.right, scope).data
  if (right === deciding) return fromBoolean(deciding)
  return typeof left === 'boolean' && typeof right === 'boolean' ? fromBoolean(!deciding) : NULL
}

export function not({ data }: Value): Value {
  if (typeof data !== 'boolean') return NULL
  return data ? FALSE : TRUE
}

export const negate = ({ data }: Value): Value => (typeof data === 'number' ? { data: -data } : NULL)

export const unsign = ({ data }: Value): Value => (typeof data === 'number' ? { data } : NULL)

export function inRange(node: Extract<Node, { type: 'InRange' }>, scope: Scope): Value {
  const operand = (part: Node) => literal(evaluate(part, scope).data)
  const operands = { base: operand(node.base), left: operand(node.left), right: operand(node.right) }
  return { data: callGroq({ ...node, ...operands }) }
}

/** Evaluates `match`: every term must match. `text::query(…)` on the right side searches all texts. */
function matches(node: OpCallNode, scope: Scope): boolean {
  const query = searchText(node.right, scope)
  if (query !== undefined) return scoreSearch(query, node, scope) > 0
  const counts = occurrences(node, scope)
  return counts.length > 0 && counts.every((count) => count > 0)
}

function scoreMatch(node: OpCallNode, scope: Scope): number {
  const query = searchText(node.right, scope)
  if (query !== undefined) return scoreSearch(query, node, scope)
  return occurrences(node, scope).reduce((sum, count) => sum + relevance(count), 0)
}

const TERM_COMPARISONS_IN_A_STEP = 16

function occurrences({ left, right }: OpCallNode, scope: Scope): number[] {
  const texts = textsOf(evaluate(left, scope).data)
  const patterns = textsOf(evaluate(right, scope).data)
  countReading(scope.run, [texts, patterns])
  const tokens = texts.flatMap((text) => (typeof text === 'string' ? tokenize(text) : []))
  if (tokens.length === 0 || !patterns.every((pattern) => typeof pattern === 'string')) return []
  return patterns.flatMap(termsOf).map((term) => {
    countSteps(scope.run, tokens.length / TERM_COMPARISONS_IN_A_STEP)
    return tokens.filter(term).length
  })
}

const textsOf = (data: unknown): unknown[] => (Array.isArray(data) ? data : [data])

function scoreSearch(query: unknown, { left }: OpCallNode, scope: Scope): number {
  if (typeof query !== 'string') return 0
  const { data } = evaluate(left, scope)
  const search = parseTextQuery(query)
  if (typeof data === 'string') countReading(scope.run, [data])
  const texts = tokensOf(data)
  countSteps(
    scope.run,
    (search.terms * texts.reduce((sum, { length }) => sum + length, 0)) / TERM_COMPARISONS_IN_A_STEP,
  )
  return search.score(texts)
}

/** Returns the argument of `text::query()`, which the lists and the search of the Studio send. */
function searchText(node: Node, scope: Scope): unknown {
  const argument = textCall(node)?.args[0]
  return argument && evaluate(argument, scope).data
}

function textCall(node: Node): FuncCallNode | undefined {
  if (node.type === 'Group') return textCall(node.base)
  return node.type === 'FuncCall' && node.namespace === 'text' && node.name === 'query' ? node : undefined
}

const LINE_END = /[\n\r\u2028\u2029]/

/**
 * Matches a path: `*` matches one part, `**` matches anything. Runs in linear time, unlike the backtracking regular
 * expression of groq-js.
 */
export function matchesPath(pattern: string, text: string): boolean {
  // Each flag states whether the parts so far can end before that character.
  let ends = Array.from({ length: text.length + 1 }, (_, position) => position === 0)
  for (const [index, part] of pattern.split('.').entries()) {
    if (index > 0)
      ends = ends.map((_, position) => position > 0 && ends[position - 1] === true && isInLine(text, position - 1))
    ends = after(part, ends, text)
  }
  return ends.at(-1) === true
}

const isInLine = (text: string, position: number): boolean => !LINE_END.test(text[position] ?? '')

function after(part: string, ends: boolean[], text: string): boolean[] {
  if (part !== '*' && part !== '**') {
    return ends.map((_, end) => ends[end - part.length] === true && text.startsWith(part, end - part.length))
  }
  let reaches = false
  return ends.map((endsHere, position) => {
    if (part === '**') return (reaches = endsHere || (reaches && isInLine(text, position - 1)))
    return (reaches = position > 0 && (reaches || ends[position - 1] === true) && text[position - 1] !== '.')
  })
}

export function callPipe({ base, name, args }: PipeFuncCallNode, scope: Scope): Value {
  const items = listOf(evaluate(base, scope), scope.run)
  if (!items) return NULL
  const result = name === 'order' ? order(items, args, scope) : score(items, args, scope)
  return fromElements(result, scope.run.tracing)
}

function order(items: Value[], args: Node[], scope: Scope): Value[] {
  const keys = args.map((arg) => (arg.type === 'Asc' || arg.type === 'Desc' ? arg.base : arg))
  const signs = args.map((arg) => (arg.type === 'Desc' ? -1 : 1))
  const rows = items.map((item) => {
    const inner = nest(scope, item)
    return { item, keys: keys.map((key) => evaluate(key, inner).data) }
  })
  rows.sort((a, b) => {
    countStep(scope.run)
    for (const [index, sign] of signs.entries()) {
      const result = compare(a.keys[index], b.keys[index]) * sign
      if (result !== 0) return result
    }
    return 0
  })
  return rows.map(({ item }) => item)
}

const RANKS: Partial<Record<ValueType, number>> = { datetime: 1, number: 2, string: 3, boolean: 4 }
const LAST_RANK = 100

/** Compares by the total order of GROQ: first by type. Values of unordered types are equal. */
function compare(a: unknown, b: unknown): number {
  const type = typeOf(a)
  const rank = RANKS[type] ?? LAST_RANK
  const difference = rank - (RANKS[typeOf(b)] ?? LAST_RANK)
  if (difference !== 0 || rank === LAST_RANK) return difference
  if (type === 'string') return (a as string) < (b as string) ? -1 : Number((a as string) > (b as string))
  if (type === 'datetime') return new Date(String(a)).getTime() - new Date(String(b)).getTime()
  return Number(a) - Number(b)
}

function score(items: Value[], args: Node[], scope: Scope): Value[] {
  const scored = items.filter(isRecord).map((item) => {
    const inner = nest(scope, item)
    const start = typeof item.data._score === 'number' ? item.data._score : 0
    const total = args.reduce((sum, arg) => sum + scoreOf(arg, inner), start)
    return { total, item: { ...item, data: { ...item.data, _score: total } } }
  })
  return scored.toSorted((a, b) => b.total - a.total).map(({ item }) => item)
}

function scoreOf(node: Node, scope: Scope): number {
  if (node.type === 'Group') return scoreOf(node.base, scope)
  if (node.type === 'OpCall' && node.op === 'match') return scoreMatch(node, scope)
  if (node.type === 'FuncCall' && node.name === 'boost') return boosted(node.args, scope)
  if (node.type === 'Or') return scoreOf(node.left, scope) + scoreOf(node.right, scope)
  if (node.type === 'And') {
    const left = scoreOf(node.left, scope)
    const right = left === 0 ? 0 : scoreOf(node.right, scope)
    return right === 0 ? 0 : left + right
  }
  return evaluate(node, scope).data === true ? 1 : 0
}

function boosted([inner, amount]: Node[], scope: Scope): number {
  const score = inner ? scoreOf(inner, scope) : 0
  const boost = score > 0 && amount ? evaluate(amount, scope).data : null
  return typeof boost === 'number' ? score + boost : 0
}
