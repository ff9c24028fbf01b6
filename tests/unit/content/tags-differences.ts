import { isDeepStrictEqual } from 'node:util'
import { type LakeDocument, runQuery, type Snapshot } from '@ductwise/content-lake'
import { createSnapshot } from '../../../packages/content-lake/tests/query/fixtures.ts'
import { changes, buildDataset, reverseChange, listTags, type Change } from './tags-changes.ts'
import { dataset } from './tags-dataset.ts'
import { reads, type ContentRead } from './tags-reads.ts'

/** Marks a document as read completely, with every field. */
const ALL = Symbol('all')

type TrackedFields = Map<string, Set<string | symbol>>

/** A change that affects a query's result, with the cache tags that the webhook revalidates. */
export type Difference = { read: ContentRead; change: Change; revalidated: string[] }

const baseSnapshot = createSnapshot(dataset)

const evaluateRead = (snapshot: Snapshot, { query, params = {} }: ContentRead): unknown =>
  runQuery(snapshot, {
    query,
    params,
    perspective: 'published',
    anonymous: true,
    now: new Date('2026-01-02T00:00:00Z'),
    project: { projectId: 'local', dataset: 'production' },
  }).result

function trackSnapshot(trackedFields: TrackedFields): Snapshot {
  const documents = new Map(dataset.map((document) => [document, trackDocument(document, trackedFields)]))
  const getTrackedFieldSets = (list: Iterable<LakeDocument>) =>
    [...list].flatMap((document) => documents.get(document) ?? [])
  return {
    revision: baseSnapshot.revision,
    get: (id) => documents.get(baseSnapshot.get(id) as LakeDocument),
    all: () => getTrackedFieldSets(baseSnapshot.all()),
    ofType: (type) => getTrackedFieldSets(baseSnapshot.ofType(type)),
    referencing: (id) => {
      for (const { _id } of dataset) getTrackedFields(trackedFields, _id).add(ALL)
      return getTrackedFieldSets(baseSnapshot.referencing(id))
    },
  }
}

function trackDocument(document: LakeDocument, trackedFields: TrackedFields): LakeDocument {
  const recordField = (field: string | symbol) => getTrackedFields(trackedFields, document._id).add(field)
  return new Proxy(document, {
    get: (target, field) => (recordField(field), Reflect.get(target, field)),
    has: (target, field) => (recordField(field), Reflect.has(target, field)),
    getOwnPropertyDescriptor: (target, field) => (recordField(field), Reflect.getOwnPropertyDescriptor(target, field)),
    ownKeys: (target) => (recordField(ALL), Reflect.ownKeys(target)),
  })
}

function getTrackedFields(trackedFields: TrackedFields, id: string): Set<string | symbol> {
  const fields = trackedFields.get(id) ?? new Set()
  trackedFields.set(id, fields)
  return fields
}

type Baseline = { read: ContentRead; answer: unknown; trackedFields: TrackedFields }

function buildBaseline(read: ContentRead): Baseline {
  const trackedFields: TrackedFields = new Map()
  return { read, answer: evaluateRead(trackSnapshot(trackedFields), read), trackedFields }
}

function canDiffer({ trackedFields }: Baseline, { before, field }: Change): boolean {
  if (!before) return true
  const fields = trackedFields.get(before._id)
  return fields !== undefined && (field === undefined || fields.has(field) || fields.has(ALL))
}

export function findDifferences(): Difference[] {
  const baselines = reads.map(buildBaseline)
  return changes.flatMap((change) => {
    const snapshot = createSnapshot(buildDataset(change))
    const affected = baselines
      .filter((baseline) => canDiffer(baseline, change))
      .filter(({ read, answer }) => !isDeepStrictEqual(evaluateRead(snapshot, read), answer))
    if (affected.length === 0) return []
    const directions = change.after ? [change] : [change, reverseChange(change)]
    return directions.flatMap((direction) => {
      const revalidated = listTags(direction)
      return affected.map(({ read }) => ({ read, change: direction, revalidated }))
    })
  })
}
