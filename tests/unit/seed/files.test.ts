import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSeedDocuments } from '../../../sanity/seed/index.ts'
import { buildOrderRank } from '../../../sanity/seed/order-rank.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seed-files-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const read = () => buildSeedDocuments(folder).filter(({ _type }) => _type !== 'siteWords')

const SECTION = '- _id: doc-section-a\n  title: A\n  summary: Short.\n  slug: a\n'

const buildPage = (fields: string, body = 'Text.') =>
  `---\ntitle: T\nslug: t\nsummary: Short.\nsection: doc-section-a\norder: 2\n${fields}---\n\n${body}\n`

describe('sample content file', () => {
  it('contains one document named after the file, or an ordered list of documents', () => {
    write('doc-section.yaml', SECTION)
    write('doc-page/doc-t.md', buildPage('', 'From 60 °F. See [A](/documentation).'))
    expect(read()).toEqual([
      {
        _id: 'doc-t',
        _type: 'docPage',
        title: 'T',
        slug: { _type: 'slug', current: 't' },
        summary: 'Short.',
        section: { _type: 'reference', _ref: 'doc-section-a' },
        orderRank: buildOrderRank(1),
        body: [
          {
            _key: 'block-1',
            _type: 'block',
            style: 'normal',
            markDefs: [{ _key: 'link-1', _type: 'link', kind: 'external', href: '/documentation' }],
            children: [
              { _key: 'span-1', _type: 'span', text: 'From 60\u00A0°F. See ', marks: [] },
              { _key: 'span-2', _type: 'span', text: 'A', marks: ['link-1'] },
              { _key: 'span-3', _type: 'span', text: '.', marks: [] },
            ],
          },
        ],
      },
      {
        _id: 'doc-section-a',
        _type: 'docSection',
        title: 'A',
        summary: 'Short.',
        slug: { _type: 'slug', current: 'a' },
        orderRank: buildOrderRank(0),
      },
    ])
  })

  const invalidFiles: [what: string, path: string, text: string, message: RegExp][] = [
    ['an unknown field', 'doc-page/a.md', buildPage('sumary: S\n'), /a\.md: there is no field “sumary”.*summary/],
    [
      'a missing field',
      'doc-page/a.md',
      buildPage('').replace('summary: Short.\n', ''),
      /a\.md: .*“summary” is missing/,
    ],
    [
      'a value of the wrong type',
      'doc-page/a.md',
      buildPage('').replace('title: T', 'title: 5'),
      /a\.md, title: cannot be 5/,
    ],
    [
      'an unknown style',
      'doc-page/a.md',
      buildPage('', '# One'),
      /a\.md, body\.1\.style: “h1” is not allowed. Use one of: normal, h2/,
    ],
    ['no order', 'doc-page/a.md', buildPage('').replace('order: 2\n', ''), /a\.md: .*“order” is missing/],
    [
      'a broken reference',
      'doc-page/a.md',
      buildPage('').replace('doc-section-a', 'doc-section-b'),
      /a\.md, section: there is no docSection with the id “doc-section-b”/,
    ],
    [
      'a broken link',
      'doc-page/a.md',
      buildPage('', '[A](page-none)'),
      /a\.md, body\.1\.markDefs\.1\.internal: there is no page or .* “page-none”/,
    ],
    ['no front matter', 'doc-page/a.md', 'Text.', /a\.md: must begin with front matter/],
    ['an empty file', 'redirect.yaml', '', /redirect\.yaml: has neither fields nor a list/],
    ['invalid YAML', 'redirect.yaml', '- a: [', /redirect\.yaml: is not valid YAML/],
    [
      'no id',
      'redirect.yaml',
      '- source: /a\n  destination: /b\n  permanent: true\n',
      /redirect\.yaml, 1: the _id is missing/,
    ],
    ['an unknown type', 'doc-paper/a.yaml', 'title: T\n', /a\.yaml: there is no type “docPaper”/],
    [
      'a missing image',
      'integration.yaml',
      '- _id: a\n  name: A\n  url: https://a.example\n  logo:\n    file: none.svg\n    alt: A\n',
      /integration\.yaml, a\.logo\.file: there is no sanity\/seed\/pictures\/none\.svg/,
    ],
  ]

  it.each(invalidFiles)('with %s throws an error that names the problem', (_what, path, text, message) => {
    write('doc-section.yaml', SECTION)
    write(path, text)
    expect(read).toThrow(message)
  })
})

describe('orderRank', () => {
  it('returns sortable LexoRanks for more than nine entries', () => {
    const ranks = Array.from({ length: 40 }, (_, position) => buildOrderRank(position))
    expect(ranks.toSorted()).toEqual(ranks)
    expect(ranks.every((rank) => /^0\|[0-9a-z]{6}:$/.test(rank))).toBe(true)
  })
})
