import type { Node, PipeFuncCallNode } from '../groq-tree.ts'
import { scoreMatch } from './match.ts'
import { countStep, evaluate, listOf, nest, type Scope } from './scope.ts'
import { fromElements, isRecord, NULL, typeOf, type Value, type ValueType } from './value.ts'

/** `| order(…)` and `| score(…)` */
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

/** GROQ's total order: values of different types are ordered by type, those without an order of their own are equal. */
function compare(a: unknown, b: unknown): number {
  const type = typeOf(a)
  const rank = RANKS[type] ?? LAST_RANK
  const difference = rank - (RANKS[typeOf(b)] ?? LAST_RANK)
  if (difference !== 0 || rank === LAST_RANK) return difference
  if (type === 'string') return (a as string) < (b as string) ? -1 : Number((a as string) > (b as string))
  if (type === 'datetime') return new Date(String(a)).getTime() - new Date(String(b)).getTime()
  return Number(a) - Number(b)
}

/** Adds `_score` to each object and sorts by it; other values are dropped, as in groq-js. */
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
