import type { Node } from '../groq-tree.ts'
import { callFunction } from './functions.ts'
import { callOperator, combine, inRange, negate, not, unsign } from './operators.ts'
import { callPipe } from './pipes.ts'
import { buildArray, buildObject, select } from './construct.ts'
import { ancestor, countStep, evaluate, type Scope } from './scope.ts'
import {
  accessAttribute,
  accessElement,
  coerceToArray,
  dereference,
  filter,
  flatMap,
  map,
  project,
  slice,
} from './traversal.ts'
import { fromDocuments, NULL, type Value } from './value.ts'

/**
 * Evaluates a groq-js syntax tree. groq-js has no hook for perspectives, indexes, full-text search, sync tags or
 * provenance, so the tree is walked here; its operators and functions are groq-js's own.
 */
export function evaluateNode(node: Node, scope: Scope): Value {
  countStep(scope.run)
  return node.once ? evaluateOnce(node, scope) : evaluateKind(node, scope)
}

function evaluateOnce(node: Node, scope: Scope): Value {
  const { values } = scope.run.known
  const value = values.get(node) ?? evaluateKind(node, scope)
  values.set(node, value)
  return value
}

function evaluateKind(node: Node, scope: Scope): Value {
  switch (node.type) {
    case 'This':
      return scope.value
    case 'Parent':
      return ancestor(scope, node.n)
    case 'Everything':
      return allDocuments(scope)
    case 'Context':
      return { data: scope.run[node.key] ?? null }
    case 'Parameter':
      return { data: scope.run.params[node.name] }
    case 'Value':
      return { data: node.value }
    case 'AccessAttribute':
      return accessAttribute(node, scope)
    case 'AccessElement':
      return accessElement(evaluate(node.base, scope), node.index)
    case 'Slice':
      return slice(evaluate(node.base, scope), node, scope)
    case 'ArrayCoerce':
      return coerceToArray(evaluate(node.base, scope))
    case 'Deref':
      return dereference(evaluate(node.base, scope), scope)
    case 'Group':
      return evaluate(node.base, scope)
    case 'Filter':
      return filter(node, scope)
    case 'Map':
      return map(evaluate(node.base, scope), node.expr, scope)
    case 'FlatMap':
      return flatMap(evaluate(node.base, scope), node.expr, scope)
    case 'Projection':
      return project(evaluate(node.base, scope), node.expr, scope)
    case 'And':
    case 'Or':
      return combine(node, scope)
    case 'Not':
      return not(evaluate(node.base, scope))
    case 'Neg':
      return negate(evaluate(node.base, scope))
    case 'Pos':
      return unsign(evaluate(node.base, scope))
    case 'OpCall':
      return callOperator(node, scope)
    case 'InRange':
      return inRange(node, scope)
    case 'Select':
      return select(node, scope)
    case 'Object':
      return buildObject(node, scope)
    case 'Array':
      return buildArray(node, scope)
    case 'FuncCall':
      return callFunction(node, scope)
    case 'PipeFuncCall':
      return callPipe(node, scope)
    case 'Asc':
    case 'Desc':
      return NULL
    default:
      throw new Error(`unexpected ${node.type}`)
  }
}

function allDocuments({ run }: Scope): Value {
  run.tags.dataset()
  return fromDocuments(run.view.all(), run.tracing)
}
