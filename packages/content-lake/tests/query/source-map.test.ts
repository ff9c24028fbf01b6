import { resolveEditInfo } from '@sanity/client/csm'
import { stegaEncodeSourceMap, type ContentSourceMap } from '@sanity/client/stega'
import { vercelStegaDecode } from '@vercel/stega'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LakeDocument } from '../../store/document.ts'
import { runTestQuery, copyingQueries, datasets, buildLakeDocument, PARAMS, perspectives, queries } from './fixtures.ts'

const runs = { numRuns: 1000 }

function runWithSourceMap(documents: LakeDocument[], query: string, request: Parameters<typeof runTestQuery>[2] = {}) {
  const { result, resultSourceMap } = runTestQuery(documents, query, {
    perspective: 'drafts',
    resultSourceMap: 'withKeyArraySelector',
    ...request,
  })
  return { result, sourceMap: resultSourceMap as ContentSourceMap }
}

function listStrings(value: unknown, path = '$'): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (Array.isArray(value)) return value.flatMap((item, index) => listStrings(item, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listStrings(inner, `${path}['${key}']`))
}

function makeTextUnique(documents: LakeDocument[]): LakeDocument[] {
  let count = 0
  const rename = (value: unknown, key: string): unknown => {
    if (key.startsWith('_') && typeof value !== 'object') return value
    if (typeof value === 'string' || typeof value === 'number') return `text ${++count}`
    if (Array.isArray(value)) return value.map((item) => rename(item, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rename(inner, name)]))
  }
  return documents.map((document) => rename(document, '') as LakeDocument)
}

function makeTextEqual(documents: LakeDocument[]): LakeDocument[] {
  return JSON.parse(JSON.stringify(documents).replaceAll(/"text \d+"/g, '"same"')) as LakeDocument[]
}

/** Resolves a mapping without the query engine, by the stored id and the index path. */
function findSource(documents: LakeDocument[], map: ContentSourceMap, resultPath: string): unknown {
  const source = map.mappings[resultPath]?.source
  if (source?.type !== 'documentValue') return undefined
  const document = documents.find(({ _id }) => _id === map.documents[source.document]?._id)
  const steps = [...(map.paths[source.path] ?? '').matchAll(/\['(.*?)'\]|\[(\d+)\]/g)]
  return steps.reduce<unknown>(
    (value, [, name, index]) => (value as Record<string, unknown> | undefined)?.[name ?? index ?? ''],
    document,
  )
}

describe('source maps of random queries', () => {
  it('leave the result unchanged', () => {
    fc.assert(
      fc.property(datasets, perspectives, queries, (documents, perspective, query) => {
        const request = { params: PARAMS, perspective }
        expect(runWithSourceMap(documents, query, request).result).toEqual(
          runTestQuery(documents, query, request).result,
        )
      }),
      runs,
    )
  })

  it('map every copied text to its source field', () => {
    fc.assert(
      fc.property(datasets, perspectives, copyingQueries, (sampleDocuments, perspective, query) => {
        const documents = makeTextUnique(sampleDocuments)
        const { result, sourceMap } = runWithSourceMap(documents, query, { perspective, resultSourceMap: true })
        for (const [path, text] of listStrings(result)) {
          if (text.startsWith('text ')) expect(findSource(documents, sourceMap, path)).toBe(text)
        }
      }),
      runs,
    )
  })

  it('depend on provenance, not on equal text', () => {
    fc.assert(
      fc.property(datasets, copyingQueries, (sampleDocuments, query) => {
        const documents = makeTextUnique(sampleDocuments)
        const { sourceMap } = runWithSourceMap(documents, query)
        expect(runWithSourceMap(makeTextEqual(documents), query).sourceMap).toEqual(sourceMap)
      }),
      runs,
    )
  })
})

const documents = [
  buildLakeDocument({
    _id: 'home',
    _type: 'page',
    title: 'Published',
    blocks: [{ _key: 'x', _type: 'heroBlock', heading: 'Old' }],
  }),
  buildLakeDocument({
    _id: 'drafts.home',
    _type: 'page',
    title: 'Same words',
    subtitle: 'Same words',
    blocks: [
      { _key: 'a', _type: 'heroBlock', heading: 'Hero', lines: ['first', 'second'] },
      { _key: 'b', _type: 'faqBlock', heading: 'Same words', faqs: [{ _key: 'f', _ref: 'faq' }] },
    ],
  }),
  buildLakeDocument({
    _id: 'faq',
    _type: 'faqItem',
    question: 'Same words',
    answer: [{ _key: 'p', _type: 'block', children: [{ _key: 's', _type: 'span', text: 'An answer' }] }],
  }),
]

function resolveInfo(query: string, resultPath: (string | number)[]) {
  const { sourceMap } = runWithSourceMap(documents, query)
  const info = resolveEditInfo({ resultSourceMap: sourceMap, resultPath, studioUrl: '/studio' })
  return info && { id: info.id, type: info.type, path: info.path }
}

describe('source maps in @sanity/client', () => {
  const buildKey = (_key: string) => ({ _key, _index: -1 })

  it.each([
    ['a renamed field', '*[_id == "home"][0]{"label": subtitle}', ['label'], ['subtitle']],
    ['one of two fields with equal text', '*[_id == "home"][0]{title, subtitle}', ['subtitle'], ['subtitle']],
    ['a spread', '*[_id == "home"][0]{...}', ['blocks', 0, 'heading'], ['blocks', buildKey('a'), 'heading']],
    ['a whole document', '*[_id == "home"]', [0, 'title'], ['title']],
    [
      'a filtered list',
      '*[_id == "home"][0]{"b": blocks[_type == "faqBlock"]}',
      ['b', 0, 'heading'],
      ['blocks', buildKey('b'), 'heading'],
    ],
    [
      'an ordered list',
      '*[_id == "home"][0]{"b": blocks | order(heading desc)}',
      ['b', 1, 'heading'],
      ['blocks', buildKey('a'), 'heading'],
    ],
    ['a slice', '*[_id == "home"][0]{"b": blocks[1..1].heading}', ['b', 0], ['blocks', buildKey('b'), 'heading']],
    ['list items without a key', '*[_id == "home"][0].blocks[0].lines', [1], ['blocks', buildKey('a'), 'lines', 1]],
    ['coalesce', '*[_id == "home"][0]{"t": coalesce(missing, title)}', ['t'], ['title']],
    ['select', '*[_id == "home"][0]{"t": select(title == subtitle => subtitle, title)}', ['t'], ['subtitle']],
    ['a parent', '*[_id == "home"][0]{blocks[]{"t": ^.title}}', ['blocks', 0, 't'], ['title']],
    ['score', '*[_id == "home"] | score(title match "same")', [0, 'title'], ['title']],
  ])('resolve the field through %s', (_what, query, resultPath, path) => {
    expect(resolveInfo(query, resultPath)).toEqual({ id: 'drafts.home', type: 'page', path })
  })

  it('resolve the referenced document through ->', () => {
    const query = '*[_id == "home"][0]{"q": blocks[].faqs[]->{question, answer}}'
    expect(resolveInfo(query, ['q', 1, 'question'])).toEqual({ id: 'faq', type: 'faqItem', path: ['question'] })
    expect(resolveInfo(query, ['q', 1, 'answer', 0, 'children', 0, 'text'])).toEqual({
      id: 'faq',
      type: 'faqItem',
      path: ['answer', buildKey('p'), 'children', buildKey('s'), 'text'],
    })
  })

  it('do not map computed values, even if equal to a field', () => {
    expect(resolveInfo('*[_id == "home"][0]{"t": "Same" + " words"}', ['t'])).toBeUndefined()
    expect(resolveInfo('*[_id == "home"][0]{"t": upper(title)}', ['t'])).toBeUndefined()
    expect(resolveInfo('*[_id == "home"][0]{"t": "Same words"}', ['t'])).toBeUndefined()
  })

  it('map the document id but not fields added by the query', () => {
    const { result, sourceMap } = runWithSourceMap(
      documents,
      '*[_id == "home"] | score(title match "same"){_id, _originalId, _score}',
    )
    expect(result).toEqual([{ _id: 'home', _originalId: 'drafts.home', _score: 1 }])
    expect(sourceMap.documents).toEqual([{ _id: 'drafts.home', _type: 'page' }])
    expect(Object.keys(sourceMap.mappings)).toEqual(["$[0]['_id']"])
  })

  it('address items by index unless keys are requested', () => {
    const { sourceMap } = runWithSourceMap(documents, '*[_id == "home"][0].blocks[1].heading', {
      resultSourceMap: true,
    })
    expect(sourceMap).toEqual({
      documents: [{ _id: 'drafts.home', _type: 'page' }],
      paths: ["$['blocks'][1]['heading']"],
      mappings: { $: { type: 'value', source: { type: 'documentValue', document: 0, path: 0 } } },
    })
  })

  it('produce stega links to the draft and its field', () => {
    const query = '*[_type == "page"][0]{"heading": blocks[0].heading, "faq": blocks[1].faqs[0]->question}'
    const { result, sourceMap } = runWithSourceMap(documents, query)
    const encoded = stegaEncodeSourceMap(result, sourceMap, { enabled: true, studioUrl: '/studio', filter: () => true })
    const { heading, faq } = encoded as { heading: string; faq: string }
    expect(vercelStegaDecode<{ href: string }>(heading)?.href).toContain(
      `id=home;type=page;path=${encodeURIComponent('blocks[_key=="a"].heading')}`,
    )
    expect(vercelStegaDecode<{ href: string }>(faq)?.href).toContain('id=faq;type=faqItem;path=question')
  })
})
