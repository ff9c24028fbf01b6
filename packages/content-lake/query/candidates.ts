import type { LakeDocument } from '../store/document.ts'
import { countSteps, type Execution, evaluate, nest, type Scope } from './evaluate/scope.ts'
import { inOrder, joined } from './join.ts'
import { fromDocuments, NULL, type Value } from './evaluate/value.ts'
import type { Node } from './groq-tree.ts'
import { type Lookup, type NarrowLookup, type Probe, probesOf } from './probes.ts'

/**
 * At least the documents that can match all conditions, in the order of the whole dataset: found by an index when the
 * conditions ask for ids, types, references or versions. Records the sync tags of the filter.
 */
export function candidates(conditions: Node[], scope: Scope): Value {
  const { lookup, tag, join } = probesOf(conditions)
  if (tag) recordTags(tag, scope)
  else scope.run.tags.dataset()
  const documents = lookup ? find(lookup, scope) : scope.run.view.all()
  const isWide = !lookup || lookup.kind === 'type'
  return fromDocuments(join && isWide ? joined(documents, join, scope) : documents, scope.run.tracing)
}

function find(probe: Probe, scope: Scope): readonly LakeDocument[] {
  if (probe.kind === 'type') return ofTypes(keysOf(probe, scope), scope.run)
  const lists = probe.kind === 'any' ? probe.probes.map((one) => find(one, scope)) : findEach(probe, scope)
  return inOrder(lists)
}

/** The same list for the same types, so that what is known about it serves again. */
function ofTypes(types: string[], { view, known }: Execution): readonly LakeDocument[] {
  const key = JSON.stringify(types)
  const list = known.lists.get(key) ?? inOrder(types.map(view.ofType))
  known.lists.set(key, list)
  return list
}

function findEach(probe: NarrowLookup, scope: Scope): (readonly LakeDocument[])[] {
  const { view } = scope.run
  const lookups = {
    id: (id: string) => [view.get(id) ?? []].flat(),
    reference: view.referencing,
    version: view.versionsOf,
  }
  const keys = keysOf(probe, scope)
  countSteps(scope.run, keys.length)
  return keys.map(lookups[probe.kind])
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
