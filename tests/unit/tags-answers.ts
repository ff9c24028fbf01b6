import { isDeepStrictEqual } from 'node:util'
import { runQuery } from '../../local/content-lake/query/index.ts'
import type { LakeDocument, Snapshot } from '../../local/content-lake/store/document.ts'
import { snapshotOf } from './lake-query-fixtures.ts'
import { changes, datasetWith, tagsOf, type Change } from './tags-changes.ts'
import { dataset } from './tags-dataset.ts'
import { reads, type Asked } from './tags-reads.ts'

/** Every field: somebody looked at the document as a whole. */
const ALL = Symbol('all')

type Seen = Map<string, Set<string | symbol>>

/** A change of the dataset that changes the answer to a query, and the cache tags that the webhook revalidates for it. */
export type Difference = { asked: Asked; change: Change; revalidated: string[] }

const answerTo = (snapshot: Snapshot, { query, params = {} }: Asked): unknown =>
  runQuery(snapshot, {
    query,
    params,
    perspective: 'published',
    anonymous: true,
    now: new Date('2026-01-02T00:00:00Z'),
    project: { projectId: 'local', dataset: 'production' },
  }).result

/** Documents that note which of their fields are looked at. */
function watched(seen: Seen): LakeDocument[] {
  return dataset.map((document) => {
    const fields = new Set<string | symbol>()
    seen.set(document._id, fields)
    return new Proxy(document, {
      get: (target, field) => (fields.add(field), Reflect.get(target, field)),
      has: (target, field) => (fields.add(field), Reflect.has(target, field)),
      getOwnPropertyDescriptor: (target, field) => (fields.add(field), Reflect.getOwnPropertyDescriptor(target, field)),
      ownKeys: (target) => (fields.add(ALL), Reflect.ownKeys(target)),
    })
  })
}

type Baseline = { asked: Asked; answer: unknown; seen: Seen }

/** An answer from the dataset as it is, and what was looked at to find it. */
function baselineOf(asked: Asked): Baseline {
  const seen: Seen = new Map()
  const snapshot = snapshotOf(watched(seen))
  seen.forEach((fields) => fields.clear())
  const all = () => [...seen.values()].forEach((fields) => fields.add(ALL))
  const answer = answerTo({ ...snapshot, referencing: (id) => (all(), snapshot.referencing(id)) }, asked)
  return { asked, answer, seen }
}

/** Whether a field was looked at: only then can another value of it make a difference, so that the rest is not asked again. */
function mayDiffer({ seen }: Baseline, { before, field }: Change): boolean {
  if (!before || field === undefined) return true
  const fields = seen.get(before._id)
  return fields === undefined || fields.has(field) || fields.has(ALL)
}

/** Every change of `changes` that makes a difference to an answer of `reads`. */
export function differences(): Difference[] {
  const baselines = reads.map(baselineOf)
  return changes.flatMap((change) => {
    const snapshot = snapshotOf(datasetWith(change))
    const revalidated = tagsOf(change)
    return baselines
      .filter((baseline) => mayDiffer(baseline, change))
      .filter(({ asked, answer }) => !isDeepStrictEqual(answerTo(snapshot, asked), answer))
      .map(({ asked }) => ({ asked, change, revalidated }))
  })
}
