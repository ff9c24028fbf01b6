import {
  callGroq,
  type FuncCallNode,
  type GroqPath,
  isPath,
  createLiteral,
  type Node,
  type OpCallNode,
  type PipeFuncCallNode,
} from './groq.ts'
import {
  countCharacters,
  countStep,
  countSteps,
  evaluate,
  type Execution,
  readElements,
  createNestedScope,
  type Scope,
} from './scope.ts'
import { parseTextQuery, computeRelevance, parseTerms, tokenize, getTokens } from './text-search.ts'
import {
  FALSE,
  fromBoolean,
  fromElements,
  isRecord,
  isScalar,
  NULL,
  TRUE,
  getValueType,
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
  countCharacters(scope.run, [left, right])
  return { data: callGroq({ ...node, left: createLiteral(left), right: createLiteral(right) }) }
}

const PATH_COMPARISONS_PER_STEP = 64

function isInPath(text: string, path: GroqPath, run: Execution): boolean {
  const pattern = path.toJSON()
  countSteps(run, (text.length * pattern.length) / PATH_COMPARISONS_PER_STEP)
  return matchesPath(pattern, text)
}

const LONG_LIST_ITEMS = 16

/**
 * Tests membership. The first lookup scans a long list. The second one builds a set, because a lookup per document is
 * likely.
 */
function isMember(value: unknown, list: readonly unknown[], run: Execution): boolean {
  if (list.length < LONG_LIST_ITEMS) return list.includes(value)
  const { members } = run.known
  if (!members.get(list)) countSteps(run, list.length)
  const memberSet = members.get(list) ?? (members.has(list) ? new Set(list) : undefined)
  members.set(list, memberSet)
  return memberSet ? memberSet.has(value) : list.includes(value)
}

export function combineBooleans(node: Extract<Node, { type: 'And' | 'Or' }>, scope: Scope): Value {
  const decidingValue = node.type === 'Or'
  const left = evaluate(node.left, scope).data
  if (left === decidingValue) return fromBoolean(decidingValue)
  const right = evaluate(node.right, scope).data
  if (right === decidingValue) return fromBoolean(decidingValue)
  return typeof left === 'boolean' && typeof right === 'boolean' ? fromBoolean(!decidingValue) : NULL
}

export function not({ data }: Value): Value {
  if (typeof data !== 'boolean') return NULL
  return data ? FALSE : TRUE
}

export const negate = ({ data }: Value): Value => (typeof data === 'number' ? { data: -data } : NULL)

export const unsign = ({ data }: Value): Value => (typeof data === 'number' ? { data } : NULL)

export function evaluateInRange(node: Extract<Node, { type: 'InRange' }>, scope: Scope): Value {
  const evaluateOperand = (part: Node) => createLiteral(evaluate(part, scope).data)
  const operands = {
    base: evaluateOperand(node.base),
    left: evaluateOperand(node.left),
    right: evaluateOperand(node.right),
  }
  return { data: callGroq({ ...node, ...operands }) }
}

/** Evaluates `match`: every term must match. `text::query(…)` on the right side searches all texts. */
function matches(node: OpCallNode, scope: Scope): boolean {
  const query = evaluateSearchText(node.right, scope)
  if (query !== undefined) return scoreSearch(query, node, scope) > 0
  const counts = countOccurrences(node, scope)
  return counts.length > 0 && counts.every((count) => count > 0)
}

function scoreMatch(node: OpCallNode, scope: Scope): number {
  const query = evaluateSearchText(node.right, scope)
  if (query !== undefined) return scoreSearch(query, node, scope)
  return countOccurrences(node, scope).reduce((sum, count) => sum + computeRelevance(count), 0)
}

const TERM_COMPARISONS_PER_STEP = 16

function countOccurrences({ left, right }: OpCallNode, scope: Scope): number[] {
  const texts = toList(evaluate(left, scope).data)
  const patterns = toList(evaluate(right, scope).data)
  countCharacters(scope.run, [texts, patterns])
  const tokens = texts.flatMap((text) => (typeof text === 'string' ? tokenize(text) : []))
  if (tokens.length === 0 || !patterns.every((pattern) => typeof pattern === 'string')) return []
  return patterns.flatMap(parseTerms).map((term) => {
    countSteps(scope.run, tokens.length / TERM_COMPARISONS_PER_STEP)
    return tokens.filter(term).length
  })
}

const toList = (data: unknown): unknown[] => (Array.isArray(data) ? data : [data])

function scoreSearch(query: unknown, { left }: OpCallNode, scope: Scope): number {
  if (typeof query !== 'string') return 0
  const { data } = evaluate(left, scope)
  const search = parseTextQuery(query)
  if (typeof data === 'string') countCharacters(scope.run, [data])
  const texts = getTokens(data)
  countSteps(scope.run, (search.terms * texts.reduce((sum, { length }) => sum + length, 0)) / TERM_COMPARISONS_PER_STEP)
  return search.score(texts)
}

/** Returns the argument of `text::query()`, which the lists and the search of the Studio send. */
function evaluateSearchText(node: Node, scope: Scope): unknown {
  const argument = findTextCall(node)?.args[0]
  return argument && evaluate(argument, scope).data
}

function findTextCall(node: Node): FuncCallNode | undefined {
  if (node.type === 'Group') return findTextCall(node.base)
  return node.type === 'FuncCall' && node.namespace === 'text' && node.name === 'query' ? node : undefined
}

const LINE_END_PATTERN = /[\n\r\u2028\u2029]/

/**
 * Matches a path: `*` matches one part, `**` matches anything. Runs in linear time, unlike the backtracking regular
 * expression of groq-js.
 */
export function matchesPath(pattern: string, text: string): boolean {
  // Each flag states whether the pattern parts so far match exactly the text before that position.
  let endFlags = Array.from({ length: text.length + 1 }, (_, position) => position === 0)
  for (const [index, part] of pattern.split('.').entries()) {
    if (index > 0)
      endFlags = endFlags.map(
        (_, position) => position > 0 && endFlags[position - 1] === true && isInLine(text, position - 1),
      )
    endFlags = matchPart(part, endFlags, text)
  }
  return endFlags.at(-1) === true
}

const isInLine = (text: string, position: number): boolean => !LINE_END_PATTERN.test(text[position] ?? '')

function matchPart(part: string, endFlags: boolean[], text: string): boolean[] {
  if (part !== '*' && part !== '**') {
    return endFlags.map((_, end) => endFlags[end - part.length] === true && text.startsWith(part, end - part.length))
  }
  let isReachable = false
  return endFlags.map((isEnd, position) => {
    if (part === '**') return (isReachable = isEnd || (isReachable && isInLine(text, position - 1)))
    return (isReachable =
      position > 0 && (isReachable || endFlags[position - 1] === true) && text[position - 1] !== '.')
  })
}

export function callPipe({ base, name, args }: PipeFuncCallNode, scope: Scope): Value {
  const items = readElements(evaluate(base, scope), scope.run)
  if (!items) return NULL
  const result = name === 'order' ? orderItems(items, args, scope) : scoreItems(items, args, scope)
  return fromElements(result, scope.run.tracing)
}

function orderItems(items: Value[], args: Node[], scope: Scope): Value[] {
  const keys = args.map((arg) => (arg.type === 'Asc' || arg.type === 'Desc' ? arg.base : arg))
  const signs = args.map((arg) => (arg.type === 'Desc' ? -1 : 1))
  const rows = items.map((item) => {
    const inner = createNestedScope(scope, item)
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

const TYPE_RANKS: Partial<Record<ValueType, number>> = { datetime: 1, number: 2, string: 3, boolean: 4 }
const LAST_RANK = 100

/** Compares by the total order of GROQ: first by type. Values of unordered types are equal. */
function compare(a: unknown, b: unknown): number {
  const type = getValueType(a)
  const rank = TYPE_RANKS[type] ?? LAST_RANK
  const difference = rank - (TYPE_RANKS[getValueType(b)] ?? LAST_RANK)
  if (difference !== 0 || rank === LAST_RANK) return difference
  if (type === 'string') return (a as string) < (b as string) ? -1 : Number((a as string) > (b as string))
  if (type === 'datetime') return new Date(String(a)).getTime() - new Date(String(b)).getTime()
  return Number(a) - Number(b)
}

function scoreItems(items: Value[], args: Node[], scope: Scope): Value[] {
  const scored = items.filter(isRecord).map((item) => {
    const inner = createNestedScope(scope, item)
    const start = typeof item.data._score === 'number' ? item.data._score : 0
    const total = args.reduce((sum, arg) => sum + scoreNode(arg, inner), start)
    return { total, item: { ...item, data: { ...item.data, _score: total } } }
  })
  return scored.toSorted((a, b) => b.total - a.total).map(({ item }) => item)
}

function scoreNode(node: Node, scope: Scope): number {
  if (node.type === 'Group') return scoreNode(node.base, scope)
  if (node.type === 'OpCall' && node.op === 'match') return scoreMatch(node, scope)
  if (node.type === 'FuncCall' && node.name === 'boost') return scoreBoost(node.args, scope)
  if (node.type === 'Or') return scoreNode(node.left, scope) + scoreNode(node.right, scope)
  if (node.type === 'And') {
    const left = scoreNode(node.left, scope)
    const right = left === 0 ? 0 : scoreNode(node.right, scope)
    return right === 0 ? 0 : left + right
  }
  return evaluate(node, scope).data === true ? 1 : 0
}

function scoreBoost([scoredNode, amount]: Node[], scope: Scope): number {
  const score = scoredNode ? scoreNode(scoredNode, scope) : 0
  const boost = score > 0 && amount ? evaluate(amount, scope).data : null
  return typeof boost === 'number' ? score + boost : 0
}
