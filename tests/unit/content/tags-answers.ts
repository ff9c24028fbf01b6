import { isDeepStrictEqual } from 'node:util'
import { type LakeDocument, runQuery, type Snapshot } from '@ductwise/content-lake'
import { snapshotOf } from '../../../packages/content-lake/tests/query/fixtures.ts'
import { changes, datasetWith, reversed, tagsOf, type Change } from './tags-changes.ts'
import { dataset } from './tags-dataset.ts'
import { reads, type Asked } from './tags-reads.ts'

/** Marks a document as read completely, with every field. */
const ALL = Symbol('all')

type Seen = Map<string, Set<string | symbol>>

/** A change that affects a query's result, with the cache tags that the webhook revalidates. */
export type Difference = { asked: Asked; change: Change; revalidated: string[] }

const unchanged = snapshotOf(dataset)

const answerTo = (snapshot: Snapshot, { query, params = {} }: Asked): unknown =>
  runQuery(snapshot, {
    query,
    params,
    perspective: 'published',
    anonymous: true,
    now: new Date('2026-01-02T00:00:00Z'),
    project: { projectId: 'local', dataset: 'production' },
  }).result

function watched(seen: Seen): Snapshot {
  const documents = new Map(dataset.map((document) => [document, noting(document, seen)]))
  const shown = (list: Iterable<LakeDocument>) => [...list].flatMap((document) => documents.get(document) ?? [])
  return {
    revision: unchanged.revision,
    get: (id) => documents.get(unchanged.get(id) as LakeDocument),
    all: () => shown(unchanged.all()),
    ofType: (type) => shown(unchanged.ofType(type)),
    referencing: (id) => {
      for (const { _id } of dataset) seenOf(seen, _id).add(ALL)
      return shown(unchanged.referencing(id))
    },
  }
}

function noting(document: LakeDocument, seen: Seen): LakeDocument {
  const note = (field: string | symbol) => seenOf(seen, document._id).add(field)
  return new Proxy(document, {
    get: (target, field) => (note(field), Reflect.get(target, field)),
    has: (target, field) => (note(field), Reflect.has(target, field)),
    getOwnPropertyDescriptor: (target, field) => (note(field), Reflect.getOwnPropertyDescriptor(target, field)),
    ownKeys: (target) => (note(ALL), Reflect.ownKeys(target)),
  })
}

function seenOf(seen: Seen, id: string): Set<string | symbol> {
  const fields = seen.get(id) ?? new Set()
  seen.set(id, fields)
  return fields
}

type Baseline = { asked: Asked; answer: unknown; seen: Seen }

function baselineOf(asked: Asked): Baseline {
  const seen: Seen = new Map()
  return { asked, answer: answerTo(watched(seen), asked), seen }
}

function mayDiffer({ seen }: Baseline, { before, field }: Change): boolean {
  if (!before) return true
  const fields = seen.get(before._id)
  return fields !== undefined && (field === undefined || fields.has(field) || fields.has(ALL))
}

export function differences(): Difference[] {
  const baselines = reads.map(baselineOf)
  return changes.flatMap((change) => {
    const snapshot = snapshotOf(datasetWith(change))
    const different = baselines
      .filter((baseline) => mayDiffer(baseline, change))
      .filter(({ asked, answer }) => !isDeepStrictEqual(answerTo(snapshot, asked), answer))
    if (different.length === 0) return []
    const both = change.after ? [change] : [change, reversed(change)]
    return both.flatMap((one) => {
      const revalidated = tagsOf(one)
      return different.map(({ asked }) => ({ asked, change: one, revalidated }))
    })
  })
}
