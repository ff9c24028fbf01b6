import {
  deleteExpiredSecretsQuery,
  fetchSecretQuery,
  fetchSharedAccessSecretQuery,
} from '@sanity/preview-url-secret/constants'
import { expect, it } from 'vitest'
import { buildLakeDocument, fetchResult } from './fixtures.ts'

const documents = [
  buildLakeDocument({
    _id: 'city-austin',
    _type: 'city',
    name: 'Austin',
    slug: { current: 'austin' },
    orderRank: '0|b:',
    intro: [{ _key: 'p', _type: 'block', children: [{ _key: 's', _type: 'span', text: 'Long summers' }] }],
    faqs: [{ _key: 'k', _ref: 'faq-1', _type: 'reference' }],
  }),
  buildLakeDocument({ _id: 'drafts.city-austin', _type: 'city', name: 'Austin, Texas', orderRank: '0|b:' }),
  buildLakeDocument({ _id: 'versions.rSpring.city-austin', _type: 'city', name: 'Austin in spring' }),
  buildLakeDocument({
    _id: 'city-boston',
    _type: 'city',
    name: 'Boston',
    slug: { current: 'boston' },
    orderRank: '0|a:',
  }),
  buildLakeDocument({ _id: 'drafts.city-new', _type: 'city', name: 'Newark' }),
  buildLakeDocument({ _id: 'faq-1', _type: 'faqItem', question: 'Does it answer at night?', orderRank: '0|f:' }),
  buildLakeDocument({
    _id: '_.releases.rSpring',
    _type: 'system.release',
    name: 'rSpring',
    state: 'active',
    metadata: { title: 'Spring', releaseType: 'asap' },
    error: { message: '' },
  }),
  buildLakeDocument({ _id: '_.groups.administrator', _type: 'system.group', members: ['e1'], grants: [] }),
  buildLakeDocument({
    _id: 'image-1',
    _type: 'sanity.imageAsset',
    sha1hash: 'abc',
    url: 'http://localhost:3900/images/1',
    mimeType: 'image/png',
    originalFilename: 'a.png',
  }),
  buildLakeDocument({
    _id: 'drafts.secret',
    _type: 'sanity.previewUrlSecret',
    secret: 's3cret',
    studioUrl: 'http://localhost:3000/studio',
    _updatedAt: '2026-01-01T23:30:00Z',
  }),
  buildLakeDocument({
    _id: 'drafts.old-secret',
    _type: 'sanity.previewUrlSecret',
    secret: 'old',
    _updatedAt: '2026-01-01T12:00:00Z',
  }),
]

type Case = {
  from: string
  query: string
  params?: Record<string, unknown>
  perspective?: 'drafts' | 'raw'
  result: unknown
}

const search = { __types: ['city', 'faqItem'], __limit: 1001 }

/** Queries that the installed Studio (6.16) and its plugins send, copied from their source. */
const cases: Case[] = [
  {
    from: 'document list and reference search',
    query: `// findability-mvi:5
*[_type in $__types && ([@, _id] match text::query($__query) || references($__rawQuery))] {_type, _id, _originalId, "orderings": [dateTime(_updatedAt)]} | order(orderings[0] desc)[0...$__limit]`,
    params: { ...search, __query: 'austin*', __rawQuery: 'austin' },
    perspective: 'drafts',
    result: [
      {
        _type: 'city',
        _id: 'city-austin',
        _originalId: 'drafts.city-austin',
        orderings: ['2026-01-01T00:00:00Z'],
      },
    ],
  },
  {
    from: 'global search, by relevance',
    query: `*[_type in $__types] | score(boost(_type in ["city"] && name match text::query($__query), 10), boost(_type in ["city"] && pt::text(intro) match text::query($__query), 1), ([@, _id] match text::query($__query) || references($__rawQuery))) [_score > 0] {_type, _id, _originalId, "orderings": [_score]} | order(_score desc)[0...$__limit]`,
    params: { ...search, __query: 'summers*', __rawQuery: 'summers' },
    result: [{ _type: 'city', _id: 'city-austin', _originalId: null, orderings: [4] }],
  },
  {
    from: 'empty search',
    query:
      '*[_type in $__types && ([@, _id] match text::query($__query) || references($__rawQuery))]{_id} | order(_id)[0...$__limit]',
    params: { __types: ['faqItem'], __limit: 10, __query: '*', __rawQuery: '' },
    result: [{ _id: 'faq-1' }],
  },
  {
    from: 'search through references: matching targets',
    query:
      '*[(_type == "faqItem" && question match text::query($__query)) || (_type == "city" && lower(name) match text::query($__query))][0...1000]._id',
    params: { __query: 'night*' },
    result: ['faq-1'],
  },
  {
    from: 'structure: types in a list',
    query: 'array::unique(*[_type == $type][]._type)',
    params: { type: 'city' },
    result: ['city'],
  },
  {
    from: 'structure: type of a document',
    query: '*[sanity::versionOf($publishedId)][0]._type',
    params: { publishedId: 'city-new' },
    result: 'city',
  },
  {
    from: 'preview: version ids of several documents',
    query: '[*[sanity::versionOf("city-austin")]._id,*[sanity::versionOf("city-new")]._id]',
    result: [['city-austin', 'drafts.city-austin', 'versions.rSpring.city-austin'], ['drafts.city-new']],
  },
  { from: 'preview: documents', query: '*[_id in $ids]', params: { ids: ['faq-1', 'none'] }, result: [documents[5]] },
  {
    from: 'paste: validity of a reference',
    query: '*[sanity::versionOf($publishedId)]|order(_updatedAt)[0]{_id, _type}',
    params: { publishedId: 'faq-1' },
    result: { _id: 'faq-1', _type: 'faqItem' },
  },
  {
    from: 'delete dialog',
    query:
      '{"references":*[references($documentId) && _system.group._ref != $documentId][0...100]{_id,_type},"totalCount":count(*[references($documentId) && _system.group._ref != $documentId])}',
    params: { documentId: 'faq-1' },
    result: { references: [{ _id: 'city-austin', _type: 'city' }], totalCount: 1 },
  },
  {
    from: 'restore: existing references',
    query: '{"faq-1": defined(*[_id=="faq-1"]._id),"gone": defined(*[_id=="gone"][0]._id)}',
    result: { 'faq-1': true, gone: false },
  },
  {
    from: 'upload: duplicate file',
    query: '*[_type == $documentType && sha1hash == $hash][0]{_id}',
    params: { documentType: 'sanity.imageAsset', hash: 'abc' },
    result: { _id: 'image-1' },
  },
  {
    from: 'releases store',
    query: `*[_type=="system.release" && _id in path("_.releases.*")] {
  _id,
  state,
  "metadata": coalesce(metadata, {
    "title": "",
    "releaseType": "undecided",
  }),
  ...select(
    length(error.message) > 0 => { error },
    {}
  ),
} | order(_createdAt desc)`,
    result: [{ _id: '_.releases.rSpring', state: 'active', metadata: { title: 'Spring', releaseType: 'asap' } }],
  },
  {
    from: 'releases: documents of each release',
    query: `{"spring": *[sanity::partOfRelease("rSpring")]{_updatedAt, "docId": string::split(_id, ".")[2] } | order(_updatedAt desc),
    "all": releases::all()[]{name}}`,
    result: { spring: [{ _updatedAt: '2026-01-01T00:00:00Z', docId: 'city-austin' }], all: [{ name: 'rSpring' }] },
  },
  {
    from: 'releases: drafts to discard',
    query: '*[_id in $draftIds]._id',
    params: { draftIds: ['drafts.city-new', 'drafts.none'] },
    result: ['drafts.city-new'],
  },
  { from: 'grants', query: '*[_type == "system.group"]{members, grants}', result: [{ members: ['e1'], grants: [] }] },
  {
    from: 'presentation: type of a document on the page',
    query: '*[_id == $id][0]{"0": faqs[0]._type,"1": slug._type}',
    params: { id: 'city-austin' },
    result: { 0: 'reference', 1: null },
  },
  {
    from: 'presentation: locations of a document',
    query: '*[_id == $id][0]{"slug": slug.current, name}',
    params: { id: 'city-boston' },
    result: { slug: 'boston', name: 'Boston' },
  },
  { from: 'diagnostics', query: '*[0]._id', result: '_.groups.administrator' },
  {
    from: '@sanity/orderable-document-list',
    query: '*[_type == $type ]|order(@[$order] asc){_id, orderRank}',
    params: { type: 'city', order: 'orderRank' },
    perspective: 'drafts',
    result: [
      { _id: 'city-boston', orderRank: '0|a:' },
      { _id: 'city-austin', orderRank: '0|b:' },
      { _id: 'city-new', orderRank: null },
    ],
  },
  {
    from: '@sanity/orderable-document-list: the last rank',
    query: '*[_type == $type]|order(@[$order] desc)[0][$order]',
    params: { type: 'faqItem', order: 'orderRank' },
    result: '0|f:',
  },
  {
    from: '@sanity/import: existing asset',
    query: '*[_type == $dataType && sha1hash == $sha1hash][0]{_id, url}',
    params: { dataType: 'sanity.imageAsset', sha1hash: 'abc' },
    result: { _id: 'image-1', url: 'http://localhost:3900/images/1' },
  },
]

it.each(cases)('$from', ({ query, params, perspective = 'raw', result }) => {
  expect(fetchResult(documents, query, { params, perspective })).toEqual(result)
})

it('@sanity/preview-url-secret finds a valid secret and the expired ones', () => {
  const fetchSecret = (secret: string) => fetchResult(documents, fetchSecretQuery, { params: { secret } })
  expect(fetchSecret('s3cret')).toMatchObject({ _id: 'drafts.secret' })
  expect(fetchSecret('old')).toBeNull()
  expect(fetchResult(documents, deleteExpiredSecretsQuery)).toMatchObject([{ _id: 'drafts.old-secret' }])
  expect(fetchResult(documents, fetchSharedAccessSecretQuery, { params: { secret: 'x' } })).toBeNull()
})
