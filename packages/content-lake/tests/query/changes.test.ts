import fc from 'fast-check'
import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import { compileFilter, evaluateChange } from '../../query/run.ts'
import type { LakeDocument } from '../../store/document.ts'
import { datasets, buildLakeDocument, createSnapshot } from './fixtures.ts'

const sections = [
  { _key: 'a', heading: 'One' },
  { _key: 'b', heading: 'Two' },
]
const austin = buildLakeDocument({
  _id: 'austin',
  _type: 'city',
  name: 'Austin',
  slug: { current: 'austin' },
  faqs: [{ _key: 'k', _ref: 'faq' }],
  sections,
})
const faq = buildLakeDocument({ _id: 'faq', _type: 'faqItem', question: 'When?' })
const snapshot = createSnapshot([austin, faq])
const now = new Date('2026-01-02T00:00:00Z')
const buildChangedDocument = (fields: Partial<LakeDocument>) => ({
  ...austin,
  _rev: 'r2',
  _updatedAt: '2026-01-02T00:00:00Z',
  ...fields,
})

function computePayload(
  evaluatePayload: string,
  before: LakeDocument | undefined,
  after: LakeDocument | undefined,
): unknown {
  return evaluateChange({ projection: evaluatePayload, before, after, snapshot, now }).payload
}

describe('website webhook', () => {
  const filter = '_type in ["siteSettings","page","city","faqItem","trustBadge","integration"]'
  const projection =
    '{_id, _type, path, "slug": slug.current, "before": before(){path, "slug": slug.current}, "operation": delta::operation(), "listed": delta::changedAny((name, state, slug, summary, orderRank, title, path, seo))}'
  const evaluateWebhook = (before: LakeDocument | undefined, after: LakeDocument | undefined) =>
    evaluateChange({ filter, projection, before, after, snapshot, now })

  it('sends the old and the new slug', () => {
    expect(evaluateWebhook(austin, buildChangedDocument({ slug: { current: 'austin-tx' } }))).toEqual({
      matches: true,
      payload: {
        _id: 'austin',
        _type: 'city',
        path: null,
        slug: 'austin-tx',
        before: { path: null, slug: 'austin' },
        operation: 'update',
        listed: true,
      },
    })
  })

  it('separates content changes from changes of listed fields', () => {
    expect(evaluateWebhook(austin, buildChangedDocument({ intro: 'Hot' })).payload).toMatchObject({
      operation: 'update',
      listed: false,
    })
  })

  it('describes creations and deletions', () => {
    expect(evaluateWebhook(undefined, austin).payload).toMatchObject({
      operation: 'create',
      before: null,
      slug: 'austin',
      listed: true,
    })
    expect(evaluateWebhook(austin, undefined).payload).toMatchObject({
      operation: 'delete',
      before: { slug: 'austin' },
      slug: 'austin',
    })
  })

  it('ignores other document types', () => {
    const assetDocument = buildLakeDocument({ _id: 'x', _type: 'sanity.imageAsset' })
    expect(evaluateWebhook(undefined, assetDocument).matches).toBe(false)
  })
})

describe('webhook filters and projections', () => {
  it.each([
    ['delta::changedAny(name)', { name: 'Austin, Texas' }, true],
    ['delta::changedAny(name)', { intro: 'x' }, false],
    ['delta::changedAny(slug.current)', { slug: { current: 'x' } }, true],
    [
      'delta::changedAny(sections[].heading)',
      {
        sections: [
          { _key: 'a', heading: 'One' },
          { _key: 'b', heading: '2' },
        ],
      },
      true,
    ],
    [
      'delta::changedAny(sections[].heading)',
      {
        sections: [
          { _key: 'a', heading: 'One', n: 1 },
          { _key: 'b', heading: 'Two' },
        ],
      },
      false,
    ],
    ['delta::changedAny(sections[heading == "One"])', { sections: [{ _key: 'b', heading: 'Two' }] }, true],
    [
      'delta::changedAny(sections[heading == "One"])',
      { sections: [...sections, { _key: 'c', heading: 'Three' }] },
      true,
    ],
    ['delta::changedAny(sections[heading == "One"])', { name: 'x' }, false],
    ['delta::changedOnly((name, slug))', { name: 'x', slug: { current: 'y' } }, true],
    ['delta::changedOnly(name)', { name: 'x', intro: 'y' }, false],
    ['before().name == "Austin" && after().name == "x"', { name: 'x' }, true],
    ['diff::changedAny(before(), after(), name)', { name: 'x' }, true],
    ['delta::operation() == "update"', {}, true],
    ['count(*[_type == "faqItem"]) == 1 && faqs[0]->question == "When?"', {}, true],
    ['name', {}, false],
  ])('evaluate %s after %j to %j', (filter, fields, expected) => {
    expect(evaluateChange({ filter, before: austin, after: buildChangedDocument(fields), snapshot, now }).matches).toBe(
      expected,
    )
  })

  it('send the whole document if there is no projection, otherwise the projected value', () => {
    expect(evaluateChange({ before: undefined, after: austin, snapshot, now })).toEqual({
      matches: true,
      payload: austin,
    })
    expect(computePayload('{...}', undefined, austin)).toEqual(austin)
    expect(computePayload('{"at": now(), "faqs": faqs[]->question}', undefined, austin)).toEqual({
      at: '2026-01-02T00:00:00.000Z',
      faqs: ['When?'],
    })
  })
})

describe('delta functions', () => {
  // groq-js cannot evaluate selectors that continue after `[]`.
  const selectors = ['name', '(name, title)', 'seo.title', '(seo.image.alt)', 'tags', 'tags[]', '(name, blocks[])']
  const filters = fc
    .tuple(fc.constantFrom('delta::changedAny', 'delta::changedOnly'), fc.constantFrom(...selectors))
    .map(([name, selector]) => `${name}(${selector})`)

  it('agree with groq-js but ignore system fields', async () => {
    const pairs = fc.tuple(datasets, datasets).map(([[before], [after]]) => ({ before, after }))
    await fc.assert(
      fc.asyncProperty(pairs, filters, async ({ before, after }, filter) => {
        const tree = parse(filter, { mode: 'delta' })
        const value = await evaluate(tree, { before: before ?? null, after: after ?? null, root: after ?? before })
        const { matches } = evaluateChange({ filter, before, after, snapshot, now })
        expect(matches).toBe(await value.get())
      }),
      { numRuns: 500 },
    )
  })
})

describe('listener filters', () => {
  const matches = (query: string, params = {}, document = austin) =>
    compileFilter(query, params)(document, { snapshot, identity: 'someone' })

  it.each([
    ['*', true],
    ['*[_type == "city"]', true],
    ['*[_type == "page"]', false],
    ['*[_type == "city"][defined(name)]', true],
    ['*[_type == "page"][defined(name)]', false],
    ['*[_type == "city"][defined(nothing)]', false],
    ['*[_type == "city"] | order(name)[5...10]{_id}', true],
    ['*[_type == "page"] | order(name)[0...10]{_id}', false],
    ['*[_type == "city"][7]', true],
    ['*[_type == "city"]{"f": faqs[]->question}.f', true],
    ['*[references("faq")]', true],
    ['*[!(_id in path("_.**"))]', true],
    ['*[identity() == "someone"]', true],
    ['*[faqs[0]->question == "When?"]', true],
    ['*[count(*[_type == "faqItem" && references(^._id)]) == 0]', true],
    ['{"a": *[_type == "page"], "b": *[_type == "city"]}', true],
    ['*[geo::distance(1, 2)]', false],
  ])('evaluate %s to %j', (query, expected) => {
    expect(matches(query)).toBe(expected)
  })

  it('use their parameters', () => {
    expect(matches('*[_id in $ids]', { ids: ['austin'] })).toBe(true)
    expect(matches('*[_id in $ids]', { ids: ['boston'] })).toBe(false)
  })
})
