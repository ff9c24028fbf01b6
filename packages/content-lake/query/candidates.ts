import type { LakeDocument } from '../store/document.ts'
import { evaluate, nest, type Scope } from './evaluate/scope.ts'
import { fromDocuments, NULL, type Value } from './evaluate/value.ts'
import type { Node } from './groq-tree.ts'
import { probesOf, type Lookup, type Probe } from './probes.ts'

/**
 * At least the documents that can match all conditions, in the order of the whole dataset: found by an index when the
 * conditions ask for ids, types, references or versions. Records the sync tags of the filter.
 */
export function candidates(conditions: Node[], scope: Scope): Value {
  const { lookup, tag } = probesOf(conditions)
  if (tag) recordTags(tag, scope)
  else scope.run.tags.dataset()
  return fromDocuments(lookup ? find(lookup, scope) : scope.run.view.all(), scope.run.tracing)
}

function find(probe: Probe, scope: Scope): readonly LakeDocument[] {
  const lists = probe.kind === 'any' ? probe.probes.map((one) => find(one, scope)) : findEach(probe, scope)
  const [first = [], ...rest] = lists
  if (rest.length === 0) return first
  const byId = new Map(lists.flat().map((document) => [document._id, document]))
  return [...byId.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

function findEach(probe: Lookup, scope: Scope): (readonly LakeDocument[])[] {
  const { view } = scope.run
  const lookups = {
    id: (id: string) => [view.get(id) ?? []].flat(),
    type: view.ofType,
    reference: view.referencing,
    version: view.versionsOf,
  }
  return keysOf(probe, scope).map(lookups[probe.kind])
}

function recordTags(probe: Probe, scope: Scope): void {
  if (probe.kind === 'any') return probe.probes.forEach((one) => recordTags(one, scope))
  const { tags } = scope.run
  for (const key of keysOf(probe, scope)) {
    if (probe.kind === 'type') tags.type(key)
    else tags.id(key)
  }
}

function keysOf({ keys }: Lookup, scope: Scope): string[] {
  const inner = nest(scope, NULL)
  const values = keys.flatMap((key) => evaluate(key, inner).data)
  return [...new Set(values.filter((value): value is string => typeof value === 'string'))]
}
