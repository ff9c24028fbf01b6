import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { Dataset } from '../../../packages/content-lake/store/dataset.ts'
import { check } from '../../support/check.ts'
import { checkProperty } from './support/check-property.ts'

const RUN_COUNT = 400

type Content = {
  _type: string
  title?: string
  count: number
  nested: { x?: string }
  tags: string[]
  items: { _key: string; n: number }[]
}

type Patch =
  | { set: { title: string } | { 'nested.x': string } | { count: number } }
  | { setIfMissing: { title: string } }
  | { unset: (typeof UNSET_PATHS)[number][] }
  | { inc: { count: number } }
  | { dec: { count: number } }
  | { insert: { after: 'tags[-1]'; items: string[] } | { before: 'tags[0]'; items: string[] } }
  | { insert: { replace: 'items[_key=="k1"]'; items: Content['items'] } }
  | { set: { 'items[_key=="k2"].n': number } }

type Mutation =
  | { create: Content & { _id: string } }
  | { createOrReplace: Content & { _id: string } }
  | { createIfNotExists: Content & { _id: string } }
  | { delete: { id: string } }
  | { patch: Patch & { id: string; ifRevisionID?: string } }

const UNSET_PATHS = ['title', 'nested.x', 'tags[0]', 'items[_key=="k1"]', 'missing'] as const

const word = fc.constantFrom('', 'a', 'b', 'blåbær', '😀', '__proto__', 'x'.repeat(50))
const number = fc.integer({ min: -1_000, max: 1_000 })
const items = fc.uniqueArray(
  fc.record({ _key: fc.constantFrom('k1', 'k2', 'k3'), n: number }, { noNullPrototype: true }),
  {
    selector: ({ _key }) => _key,
    maxLength: 3,
  },
)
const content: fc.Arbitrary<Content> = fc.record(
  {
    _type: fc.constantFrom('page', 'city'),
    title: word,
    count: number,
    nested: fc.record({ x: word }, { requiredKeys: [], noNullPrototype: true }),
    tags: fc.array(word, { maxLength: 3 }),
    items,
  },
  { requiredKeys: ['_type', 'count', 'nested', 'tags', 'items'], noNullPrototype: true },
)
const id = fc.constantFrom('a', 'b', 'drafts.a', 'versions.r.a')
const document = fc.tuple(id, content).map(([_id, rest]) => ({ ...rest, _id }))

const patch: fc.Arbitrary<Patch> = fc.oneof(
  word.map((title) => ({ set: { title } })),
  word.map((x) => ({ set: { 'nested.x': x } })),
  number.map((count) => ({ set: { count } })),
  word.map((title) => ({ setIfMissing: { title } })),
  fc.subarray([...UNSET_PATHS], { minLength: 1 }).map((unset) => ({ unset })),
  number.map((count) => ({ inc: { count } })),
  number.map((count) => ({ dec: { count } })),
  fc.array(word, { minLength: 1, maxLength: 2 }).map((items) => ({ insert: { after: 'tags[-1]' as const, items } })),
  fc.array(word, { minLength: 1, maxLength: 2 }).map((items) => ({ insert: { before: 'tags[0]' as const, items } })),
  number.map((n) => ({ insert: { replace: 'items[_key=="k1"]' as const, items: [{ _key: 'k1', n }] } })),
  number.map((n) => ({ set: { 'items[_key=="k2"].n': n } })),
)

const revision = fc.constantFrom('none' as const, 'none' as const, 'right' as const, 'wrong' as const)

type Step = { mutation: Mutation; revision: 'none' | 'right' | 'wrong' }

const step: fc.Arbitrary<Step> = fc.record({
  revision,
  mutation: fc.oneof<fc.Arbitrary<Mutation>[]>(
    document.map((create) => ({ create })),
    document.map((createOrReplace) => ({ createOrReplace })),
    document.map((createIfNotExists) => ({ createIfNotExists })),
    id.map((documentId) => ({ delete: { id: documentId } })),
    fc.tuple(id, patch).map(([documentId, operations]) => ({ patch: { ...operations, id: documentId } })),
    fc.tuple(id, patch).map(([documentId, operations]) => ({ patch: { ...operations, id: documentId } })),
  ),
})

class RejectedMutationError extends Error {}

type Model = Map<string, Content>

function applyPatch(before: Content, operations: Patch): Content {
  const after = structuredClone(before)
  if ('set' in operations) {
    for (const [path, value] of Object.entries(operations.set)) {
      if (path === 'nested.x') after.nested.x = String(value)
      else if (path === 'title') after.title = String(value)
      else if (path === 'count') after.count = Number(value)
      else for (const item of after.items) if (item._key === 'k2') item.n = Number(value)
    }
  }
  if ('setIfMissing' in operations) after.title ??= operations.setIfMissing.title
  if ('inc' in operations) after.count += operations.inc.count
  if ('dec' in operations) after.count -= operations.dec.count
  if ('unset' in operations) {
    for (const path of operations.unset) {
      if (path === 'title') delete after.title
      if (path === 'nested.x') delete after.nested.x
      if (path === 'tags[0]') after.tags.shift()
      if (path === 'items[_key=="k1"]') after.items = after.items.filter(({ _key }) => _key !== 'k1')
    }
  }
  if ('insert' in operations) {
    const { insert } = operations
    if ('after' in insert) after.tags.push(...insert.items)
    else if ('before' in insert) after.tags.unshift(...insert.items)
    else after.items = after.items.flatMap((item) => (item._key === 'k1' ? insert.items : [item]))
  }
  return after
}

function applyMutation(model: Model, mutation: Mutation): void {
  if ('delete' in mutation) return void model.delete(mutation.delete.id)
  if ('patch' in mutation) {
    const { id: target, ifRevisionID, ...operations } = mutation.patch
    const before = model.get(target)
    if (!before || ifRevisionID === 'wrong') throw new RejectedMutationError()
    return void model.set(target, applyPatch(before, operations as Patch))
  }
  const [kind, { _id, ...rest }] = Object.entries(mutation)[0] as [string, Content & { _id: string }]
  if (model.has(_id) && kind === 'create') throw new RejectedMutationError()
  if (!model.has(_id) || kind === 'createOrReplace') model.set(_id, rest)
}

const readContents = (dataset: Dataset): Record<string, unknown> =>
  Object.fromEntries([...dataset.snapshot().all()].map(({ _id, _rev, _createdAt, _updatedAt, ...rest }) => [_id, rest]))

const openDataset = (folder: string) => new Dataset('tried', folder, () => () => [])

check(
  {
    what: 'Content Lake mutations',
    tried: `${RUN_COUNT} random histories of up to 12 transactions with every mutation and patch`,
    expected: 'match a simple model, before and after a restart',
  },
  () =>
    checkProperty(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), (transactions) => {
        const folder = mkdtempSync(join(tmpdir(), 'lake-'))
        let dataset = openDataset(folder)
        try {
          let model: Model = new Map()
          for (const steps of transactions) {
            const next: Model = new Map(model)
            let isRejected = false
            const mutations = steps.map(({ mutation, revision: stepRevision }): Mutation => {
              if (!('patch' in mutation) || stepRevision === 'none') return mutation
              const current = stepRevision === 'right' ? dataset.get(mutation.patch.id)?._rev : 'wrong'
              // A step cannot use a revision that an earlier step of the same transaction creates.
              return steps.length > 1 && stepRevision === 'right'
                ? mutation
                : { patch: { ...mutation.patch, ...(current && { ifRevisionID: current }) } }
            })
            try {
              for (const mutation of mutations) applyMutation(next, mutation)
              model = next
            } catch (error) {
              if (!(error instanceof RejectedMutationError)) throw error
              isRejected = true
            }
            const commit = () => dataset.mutate(mutations, { author: 'somebody' })
            if (isRejected) expect(commit).toThrow()
            else commit()
            expect(readContents(dataset)).toEqual(Object.fromEntries(model))
          }
          dataset.close()
          dataset = openDataset(folder)
          expect(readContents(dataset)).toEqual(Object.fromEntries(model))
        } finally {
          dataset.close()
          rmSync(folder, { recursive: true, force: true })
        }
      }),
      RUN_COUNT,
    ),
)
