import { callGroq, type GroqPath, isPath, literal } from '../groq-js.ts'
import type { Node, OpCallNode } from '../groq-tree.ts'
import { matches } from './match.ts'
import { matchesPath } from './path.ts'
import { countReading, countSteps, evaluate, type Execution, type Scope } from './scope.ts'
import { FALSE, fromBoolean, isScalar, NULL, TRUE, type Value } from './value.ts'

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

/** A part of a path and a character are compared in less than a step. */
const COMPARISONS_IN_A_STEP = 64

function isInPath(text: string, path: GroqPath, run: Execution): boolean {
  const pattern = path.toJSON()
  countSteps(run, (text.length * pattern.length) / COMPARISONS_IN_A_STEP)
  return matchesPath(pattern, text)
}

/** Lists of which it pays to know the members. */
const LONG_LIST = 16

/** A list that is asked about a second time will be asked about for every document. */
function isMember(value: unknown, list: readonly unknown[], run: Execution): boolean {
  if (list.length < LONG_LIST) return list.includes(value)
  const { members } = run.known
  if (!members.get(list)) countSteps(run, list.length)
  const known = members.get(list) ?? (members.has(list) ? new Set(list) : undefined)
  members.set(list, known)
  return known ? known.has(value) : list.includes(value)
}

/** `&&` and `||` in GROQ's three-valued logic. The right side is not evaluated when the left side decides. */
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
