import type { Node, ObjectNode } from '../groq-tree.ts'
import { countSteps, evaluate, listOf, type Scope } from './scope.ts'
import { child, fromElements, fromFields, isRecord, NULL, type Value } from './value.ts'

/** `{ "name": value, condition => { … }, ...value }` */
export function buildObject({ attributes }: ObjectNode, scope: Scope): Value {
  const fields = new Map<string, Value>()
  for (const attribute of attributes) {
    if (attribute.type === 'ObjectAttributeValue') {
      fields.set(attribute.name, evaluate(attribute.value, scope))
    } else if (attribute.type === 'ObjectSplat' || evaluate(attribute.condition, scope).data === true) {
      spread(evaluate(attribute.value, scope), fields, scope)
    }
  }
  return fromFields(fields, scope.run.tracing)
}

function spread(value: Value, fields: Map<string, Value>, { run }: Scope): void {
  if (!isRecord(value)) return
  const keys = Object.keys(value.data)
  countSteps(run, keys.length)
  for (const key of keys) fields.set(key, child(value, key))
}

/** `[value, ...array]` */
export function buildArray({ elements: parts }: Extract<Node, { type: 'Array' }>, scope: Scope): Value {
  const items = parts.flatMap(({ value, isSplat }) => {
    const result = evaluate(value, scope)
    return isSplat ? (listOf(result, scope.run) ?? []) : [result]
  })
  return fromElements(items, scope.run.tracing)
}

/** `select(condition => value, …, fallback)` */
export function select({ alternatives, fallback }: Extract<Node, { type: 'Select' }>, scope: Scope): Value {
  const chosen = alternatives.find(({ condition }) => evaluate(condition, scope).data === true)?.value ?? fallback
  return chosen ? evaluate(chosen, scope) : NULL
}
