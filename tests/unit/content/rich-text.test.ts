import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { HtmlValidate } from 'html-validate'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ArticleBody } from '../../../components/site/article/article-body.tsx'
import { extractHeadings, type ArticleValue } from '../../../components/site/article/table-of-contents.tsx'
import { getReadingMinutes } from '../../../components/site/blog/post-list.tsx'
import { Prose } from '../../../components/ui/prose.tsx'
import { extractTexts } from '../../../lib/site/search/index-file.ts'
import { buildFaqPage } from '../../../lib/site/seo/json-ld/page.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { validateResponse } from '../../../sanity/lake/published.ts'
import { buildPostRead } from '../../../sanity/queries/blog.ts'
import { buildCityRead } from '../../../sanity/queries/city.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

beforeAll(() => {
  stubSiteEnv()
})

type Post = { body: ArticleValue }

function readBody(body: unknown): ArticleValue {
  const result = { _id: 'post', _type: 'post', title: 'A', slug: 'post', _updatedAt: '', related: [], latest: [], body }
  return (validateResponse({ result }, buildPostRead('post')) as Post).body
}

const renderBody = (body: unknown): string =>
  renderToStaticMarkup(createElement(ArticleBody, { value: readBody(body), labels: resolveCopy(null).articles }))

const toVisibleText = (html: string) =>
  html
    .replaceAll(/<a href="#[^"]*" aria-label[^>]*>#<\/a>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

const buildBlock = (text: string, fields: object = {}) => ({
  _type: 'block',
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', marks: [], text }],
  ...fields,
})

const buildItem = (text: string, listItem: string, level?: number) => buildBlock(text, { listItem, level })

const validator = new HtmlValidate({
  rules: { 'element-permitted-content': 'error', 'element-permitted-parent': 'error', 'no-dup-id': 'error' },
})

function expectValidNesting(html: string): void {
  const { results } = validator.validateStringSync(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
}

describe('rich text without keys', () => {
  const body = [
    buildBlock('First part', { style: 'h2' }),
    buildBlock('Text.'),
    buildBlock('First part', { style: 'h2' }),
    buildBlock('Detail', { style: 'h3' }),
  ]

  it('links headings to the anchors of the table of contents', () => {
    const html = renderBody(body)
    const anchors = [...html.matchAll(/<h[2-4] id="([^"]+)"/g)].map(([, id]) => id)
    expect(anchors).toEqual(['first-part', 'first-part-2', 'detail'])
    expect(anchors).toEqual(extractHeadings(readBody(body)).map(({ id }) => id))
  })

  it('renders all headings despite duplicate keys', () => {
    const html = renderBody(body.map((each) => ({ ...each, _key: 'same' })))
    expect(html.match(/<h[23] id/g)).toHaveLength(3)
    expect(new Set(readBody(body).map(({ _key }) => _key)).size).toBe(4)
  })

  it('renders tables, code listings and callouts', () => {
    const html = renderBody([
      { _type: 'table', rows: [{ cells: ['Part', 'Price'] }, { cells: ['Filter', '$12', 'extra'] }] },
      { _type: 'codeBlock', code: 'const a = 1', language: 'js' },
      { _type: 'callout', tone: 'tip', body: [buildBlock('An aside')] },
    ])
    for (const text of ['Part', '$12', 'extra', 'An aside']) expect(toVisibleText(html)).toContain(text)
    expect(toVisibleText(html).replaceAll(' ', '')).toContain('consta=1')
  })

  it('gets unique keys, and existing unique keys are kept', () => {
    expect(
      readBody([buildBlock('a', { _key: 'a' }), buildBlock('b'), buildBlock('c', { _key: 'key-1' })]).map(
        ({ _key }) => _key,
      ),
    ).toEqual(['a', 'key-2', 'key-1'])
  })
})

describe('rich text from another schema', () => {
  it('has no h1 and no heading below h4', () => {
    const html = renderBody(
      ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((style) => buildBlock(`Heading ${style}`, { style })),
    )
    expect(html.match(/<h\d/g)).toEqual(['<h2', '<h2', '<h3', '<h4', '<h4', '<h4'])
  })

  it('nests lists validly for any list type and level', () => {
    const html = renderBody([
      buildItem('two', 'bullet', 2),
      buildItem('one', 'number', 1),
      buildItem('three', 'bullet', 3),
      buildItem('six', 'checkbox', 6),
      buildItem('two again', 'number', 2),
      buildItem('without a level', 'roman'),
      buildBlock('A heading', { style: 'h3', listItem: 'bullet', level: 1 }),
      buildItem('below it', 'bullet', 4),
    ])
    expectValidNesting(html)
    expect(html).not.toMatch(/<li>(?:<\/li>|<[uo]l)/)
    expect(toVisibleText(html)).toBe('two one three six two again without a level A heading below it')
  })

  it('drops empty blocks and keeps every line of other blocks', () => {
    const html = renderBody([
      buildBlock('\u200B\u200B'),
      buildBlock('  '),
      { _type: 'block', style: 'normal' },
      { _type: 'block', children: null, markDefs: null },
      buildBlock('Line one\nLine two\u2028Line three\r\nLine four'),
      null,
    ])
    expect(html.match(/<p>/g)).toHaveLength(1)
    expect(html.match(/<br\/>/g)).toHaveLength(3)
  })

  it('keeps text with unknown marks, annotations and inline objects', () => {
    const html = renderBody([
      {
        _type: 'block',
        style: 'lead',
        markDefs: [
          null,
          { _key: 'f', _type: 'footnote', text: 'x' },
          { _key: 'l', _type: 'externalLink', url: 'https://example.com/' },
          { _key: 'm', _type: 'link', href: '/b' },
        ],
        children: [
          { _type: 'span', text: 'plain ', marks: null },
          { _type: 'span', text: 'underlined ', marks: ['underline', 'highlight', 'no-such-mark', 7] },
          { _type: 'span', text: 'noted ', marks: ['f'] },
          { _type: 'span', text: 'linked ', marks: ['bold', 'l', 'm'] },
          { _type: 'mention', label: 'Ada Lovelace' },
          { _type: 'span', text: null },
          { text: ' typeless' },
          'bare',
          null,
        ],
      },
    ])
    expect(toVisibleText(html)).toBe('plain underlined noted linked Ada Lovelace typelessbare')
    expect(html).toContain('href="https://example.com/"')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).not.toMatch(/style=|unknown__pt/)
  })

  it('keeps the text of unknown block types', () => {
    const html = renderBody([
      { _type: 'code', code: 'npm start', language: 'sh', filename: 'run.sh' },
      { _type: 'html', html: '<h2>Title</h2><p>Some <b>bold</b> &amp; more</p><script>alert(1)</script>' },
      {
        _type: 'columns',
        columns: [{ content: [buildBlock('In a column', { style: 'h1' })] }, { content: [buildBlock('Beside it')] }],
      },
      { _type: 'pullQuote', quote: 'It answers.', author: 'Ada', size: 'large', url: 'https://example.com/x' },
      { _type: 'figure', image: { _type: 'image' }, caption: 'A furnace', alt: 'not shown' },
      { _type: 'imageWithAlt', alt: null, caption: 'A picture without a file' },
      { _type: 'callout', title: 'Mind this', text: 'The fan turns.' },
      { _type: 'table', rows: [{ cells: [{ value: 'A' }, [buildBlock('B')]] }, null, { cells: null }] },
      { _type: 'group', children: [buildBlock('Grouped')] },
      'A bare string',
    ])
    const text = toVisibleText(html)
    for (const part of ['run.sh', 'Title', 'Some bold & more', 'In a column', 'Beside it', 'It answers.', 'Ada'])
      expect(text).toContain(part)
    expect(text).toContain('A furnace')
    for (const part of ['A picture without a file', 'Mind this', 'The fan turns.', 'A B', 'Grouped', 'A bare string'])
      expect(text).toContain(part)
    for (const part of ['alert(1)', 'large', 'example.com', 'not shown', '<h1']) expect(html).not.toContain(part)
    expectValidNesting(html)
  })

  it('renders images of the default type by reference', () => {
    const _ref = `image-${'a'.repeat(40)}-800x400-png`
    expect(renderBody([{ _type: 'image', asset: { _type: 'reference', _ref }, alt: 'A fan' }])).toContain('alt="A fan"')
  })

  it('never throws, warns or loses text for any input', () => {
    const warn = vi.spyOn(console, 'warn')
    const error = vi.spyOn(console, 'error')
    const text = fc.stringMatching(/^t[a-z]{6,12}$/)
    const span = fc.record({ _type: fc.constant('span'), text, marks: fc.anything() }, { requiredKeys: ['text'] })
    const anyBlock = fc.record(
      {
        _type: fc.constant('block'),
        _key: fc.anything(),
        style: fc.oneof(fc.constantFrom('h1', 'h5', 'lead'), fc.anything()),
        listItem: fc.oneof(fc.constantFrom('bullet', 'number', 'dash'), fc.anything()),
        level: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.anything()),
        markDefs: fc.anything(),
        children: fc.array(span, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['_type', 'children'] },
    )
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 8 }), (body) => {
        const html = renderBody(body)
        for (const { children } of body) for (const each of children) expect(html).toContain(each.text)
        expect(html).not.toContain('<h1')
        expectValidNesting(html)
      }),
      {
        numRuns: 60,
        examples: [
          [[{ _type: 'block', listItem: 'bullet', level: { toString: '' }, children: [{ text: 'tlevels' }] }]],
        ],
      },
    )
    expect(warn).not.toHaveBeenCalled()
    expect(error).not.toHaveBeenCalled()
  })
})

describe('rich text output', () => {
  const answer = [
    { _type: 'block', style: 'h1', children: [{ text: 'Yes.' }] },
    { _type: 'html', html: '<p>Always.</p>' },
    { _type: 'code', code: 'on = true' },
  ]
  const city = { _id: 'city', _type: 'city', faqs: [{ _id: 'q', question: 'Is it on?', answer }] }
  const { faqs } = validateResponse({ result: city }, buildCityRead('city')) as {
    faqs: [{ question: string; answer: never }]
  }
  const [question] = faqs

  it('shows the complete text of an FAQ answer', () => {
    const html = renderToStaticMarkup(createElement(Prose, { value: question.answer }))
    expect(toVisibleText(html)).toBe('Yes. Always. on = true')
    expect(html).not.toContain('<h1')
  })

  it('includes all text in structured data and the search index', () => {
    expect(JSON.stringify(buildFaqPage([question]))).toMatch(/Yes\.[\s\S]*Always\.[\s\S]*on = true/)
    expect(extractTexts(question.answer)).toEqual(['Yes.', 'Always.', 'on = true'])
  })

  it('counts words of unknown block types in the reading time', () => {
    expect(getReadingMinutes(readBody([{ _type: 'html', html: `<p>${'word '.repeat(1000)}</p>` }]))).toBe(4)
  })
})
