import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePerspective } from '../../query/run.ts'
import type { Perspective } from '../../query/evaluate/view.ts'
import { LakeError } from '../../store/errors.ts'
import {
  datasets,
  buildLakeDocument,
  perspectives,
  fetchResult,
  listVisibleDocuments,
  createSnapshot,
} from './fixtures.ts'

describe('parsePerspective', () => {
  it.each([
    [undefined, '2025-02-19', 'published'],
    [undefined, 'v2025-02-19', 'published'],
    [undefined, 'v2025-02-18', 'raw'],
    [undefined, 'v1', 'raw'],
    [undefined, 'vX', 'published'],
    [[], 'v2025-02-19', 'published'],
    ['raw', 'vX', 'raw'],
    ['previewDrafts', 'v1', 'drafts'],
    ['drafts', 'v1', 'drafts'],
    [['published'], 'v1', 'published'],
    ['rSpring', 'v1', ['rSpring']],
    ['rSpring,drafts', 'v1', ['rSpring', 'drafts']],
    [['rSpring', 'rSummer', 'rSpring'], 'v1', ['rSpring', 'rSummer']],
  ])('parses %j with API version %s as %j', (input, version, expected) => {
    expect(parsePerspective(input, version)).toEqual(expected)
  })

  it.each(['raw,drafts', 'a b', 'x.y'])('rejects %j with 400', (input) => {
    expect(() => parsePerspective(input, 'v1')).toThrow(LakeError)
  })
})

const documents = [
  buildLakeDocument({ _id: 'a', _type: 'page', title: 'published' }),
  buildLakeDocument({ _id: 'drafts.a', _type: 'page', title: 'draft', link: { _ref: 'b' } }),
  buildLakeDocument({ _id: 'versions.r1.a', _type: 'page', title: 'release' }),
  buildLakeDocument({ _id: 'b', _type: 'page', title: 'goes with r1' }),
  buildLakeDocument({ _id: 'versions.r1.b', _type: 'page', _system: { delete: true } }),
  buildLakeDocument({ _id: 'drafts.c', _type: 'page', title: 'new' }),
]
const titles = '*[_type == "page"] | order(_id).title'

describe('perspectives', () => {
  it.each<[Perspective, (string | null)[]]>([
    ['raw', ['published', 'goes with r1', 'draft', 'new', 'release', null]],
    ['published', ['published', 'goes with r1']],
    ['drafts', ['draft', 'goes with r1', 'new']],
    [['r1'], ['release']],
    [
      ['r1', 'drafts'],
      ['release', 'new'],
    ],
    [
      ['drafts', 'r1'],
      ['draft', 'new'],
    ],
    [['unknown'], ['published', 'goes with r1']],
  ])('show the expected documents in %j', (perspective, expected) => {
    expect(fetchResult(documents, titles, { perspective })).toEqual(expected)
  })

  it('return the published id and the original id of an overlaid document', () => {
    const query = '*[_id == "a"][0]{_id, _originalId}'
    expect(fetchResult(documents, query, { perspective: 'drafts' })).toEqual({ _id: 'a', _originalId: 'drafts.a' })
    expect(fetchResult(documents, query, { perspective: 'published' })).toEqual({ _id: 'a', _originalId: null })
  })

  it('apply to dereferenced documents', () => {
    const query = '*[_id == "a"][0].link->title'
    expect(fetchResult(documents, query, { perspective: 'drafts' })).toBe('goes with r1')
    expect(fetchResult(documents, query, { perspective: ['drafts', 'r1'] })).toBeNull()
  })

  it('hide ids with a dot from anonymous readers', () => {
    const anonymous = { anonymous: true, perspective: 'raw' as const }
    expect(fetchResult(documents, '*._id', anonymous)).toEqual(['a', 'b'])
    expect(fetchResult(documents, '*[_id in ["drafts.a", "drafts.c"]]', anonymous)).toEqual([])
    expect(fetchResult(documents, '*[references("b")]', anonymous)).toEqual([])
    expect(fetchResult(documents, '*[sanity::versionOf("a")]._id', anonymous)).toEqual(['a'])
    expect(fetchResult(documents, '{"x": {"_ref": "drafts.a"}}.x->', anonymous)).toBeNull()
    expect(fetchResult(documents, titles, { anonymous: true, perspective: 'drafts' })).toEqual([
      'published',
      'goes with r1',
    ])
  })

  it('match a simple overlay of random datasets', () => {
    fc.assert(
      fc.property(datasets, perspectives, fc.boolean(), (sampleDocuments, perspective, anonymous) => {
        const expected = listVisibleDocuments(sampleDocuments, perspective, anonymous)
        expect(fetchResult(sampleDocuments, '*', { perspective, anonymous })).toEqual(expected)
      }),
    )
  })

  it('use the new documents after a revision change', () => {
    const storedDocuments = [...documents]
    const get = (id: string) => storedDocuments.find(({ _id }) => _id === id)
    const liveSnapshot = { ...createSnapshot([]), get, all: () => storedDocuments, revision: 1 }
    expect(fetchResult(liveSnapshot, 'count(*)')).toBe(6)
    storedDocuments.push(buildLakeDocument({ _id: 'd', _type: 'page' }))
    liveSnapshot.revision = 2
    expect(fetchResult(liveSnapshot, 'count(*)')).toBe(7)
  })
})
