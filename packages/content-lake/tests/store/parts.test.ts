import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strengthenReferences } from '../../actions/actions.ts'
import { collectReferences, DocumentIndex } from '../../store/document-index.ts'
import { type LakeDocument, createRandomId, type Snapshot } from '../../store/document.ts'
import { addArrayKeys } from '../../store/mutations.ts'
import { Workspace } from '../../store/workspace.ts'

const IDS = ['a', 'b', 'c', 'd', 'drafts.a']
const TYPES = ['page', 'city']

const document = fc
  .record({
    id: fc.constantFrom(...IDS),
    type: fc.constantFrom(...TYPES),
    refs: fc.array(fc.constantFrom(...IDS), { maxLength: 3 }),
  })
  .map(({ id, type, refs }): LakeDocument => ({
    _id: id,
    _type: type,
    _rev: 'r',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    list: refs.map((target, index) => ({ _key: String(index), deep: { _ref: target } })),
  }))
const steps = fc.array(fc.oneof(document, fc.constantFrom(...IDS)), { maxLength: 40 })

const listIds = (documents: Iterable<LakeDocument>): string[] => [...documents].map(({ _id }) => _id).toSorted()

function expectSame(snapshot: Snapshot, documents: LakeDocument[]): void {
  expect(listIds(snapshot.all())).toEqual(listIds(documents))
  for (const type of TYPES)
    expect(listIds(snapshot.ofType(type))).toEqual(listIds(documents.filter(({ _type }) => _type === type)))
  for (const target of IDS) {
    expect(snapshot.get(target)).toEqual(documents.find(({ _id }) => _id === target))
    const referrers = documents.filter((candidate) => collectReferences(candidate).some(({ id }) => id === target))
    expect(listIds(snapshot.referencing(target))).toEqual(listIds(referrers))
  }
}

describe('DocumentIndex', () => {
  it('agrees with a plain list after random changes', () => {
    fc.assert(
      fc.property(steps, (changes) => {
        const index = new DocumentIndex()
        const expectedDocuments = new Map<string, LakeDocument>()
        for (const change of changes) {
          if (typeof change === 'string') {
            index.remove(change)
            expectedDocuments.delete(change)
          } else {
            index.put(change)
            expectedDocuments.set(change._id, change)
          }
        }
        expectSame(index.snapshot(), [...expectedDocuments.values()])
      }),
    )
  })

  it('assigns each state a new revision', () => {
    const index = new DocumentIndex()
    const emptyRevision = index.snapshot().revision
    expect(index.snapshot().revision).toBe(emptyRevision)
    index.remove('nothing')
    expect(index.snapshot().revision).not.toBe(emptyRevision)
  })
})

describe('Workspace', () => {
  it('agrees with a plain list after uncommitted changes and leaves the base unchanged', () => {
    fc.assert(
      fc.property(steps, steps, (stored, uncommitted) => {
        const index = new DocumentIndex()
        for (const step of stored) if (typeof step !== 'string') index.put(step)
        const documentsBefore = [...index.snapshot().all()]
        const expectedDocuments = new Map(documentsBefore.map((entry) => [entry._id, entry]))
        const workspace = new Workspace(index.snapshot())
        for (const step of uncommitted) {
          if (typeof step === 'string') {
            workspace.put(step, undefined, {})
            expectedDocuments.delete(step)
          } else {
            workspace.put(step._id, step, {})
            expectedDocuments.set(step._id, step)
          }
        }
        expectSame(workspace.snapshot(), [...expectedDocuments.values()])
        expectSame(index.snapshot(), documentsBefore)
      }),
    )
  })
})

describe('document references', () => {
  it('are found at any depth with their strength, within one dataset', () => {
    const references = collectReferences({
      a: { _ref: 'strong' },
      list: [{ deep: { _ref: 'weak', _weak: true } }, 'text', null],
      other: { _ref: 'elsewhere', _dataset: 'other', _projectId: 'p' },
      global: { _type: 'globalDocumentReference', _ref: 'media-library:x:y' },
    })
    expect(references).toEqual([
      { id: 'strong', strong: true },
      { id: 'weak', strong: false },
    ])
  })

  it('become strong on publish, unless their field is weak', () => {
    const strongReference = { _ref: 'a', _weak: true, _strengthenOnPublish: { type: 'page' } }
    const weakReference = { _ref: 'b', _weak: true, _strengthenOnPublish: { type: 'page', weak: true } }
    const plainReference = { _ref: 'c', _weak: true }
    expect(strengthenReferences({ list: [strongReference, weakReference, plainReference] })).toEqual({
      list: [{ _ref: 'a' }, { _ref: 'b', _weak: true }, { _ref: 'c', _weak: true }],
    })
  })
})

describe('array keys', () => {
  it('are added to array objects without a key', () => {
    const result = addArrayKeys({ list: [{ a: 1 }, { _key: 'own' }, 'text', { inner: [{ b: 2 }] }] })
    const key = expect.stringMatching(/^\w{12}$/)
    expect(result).toEqual({
      list: [{ _key: key, a: 1 }, { _key: 'own' }, 'text', { _key: key, inner: [{ _key: key, b: 2 }] }],
    })
  })
})

describe('random ids', () => {
  it('are alphanumeric, unique and of the requested length', () => {
    const ids = Array.from({ length: 1000 }, () => createRandomId(22))
    expect(ids.every((id) => /^[0-9A-Za-z]{22}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(createRandomId(100)).toHaveLength(100)
  })
})
