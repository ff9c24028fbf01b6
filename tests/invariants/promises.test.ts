import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SeedDocument, seedDocuments } from '../../sanity/seed/index.ts'

/* Checks that each sentence in promises.md is still on its page, and that each test exists in its file. */

const root = resolve(import.meta.dirname, '../..')

type Promised = { section: string; said: string; keptBy: string }

function rowsOf(markdown: string): Promised[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const [section = '', ...lines] = part.split('\n')
    const rows = [...lines.join('\n').matchAll(/^\| +“(.+)” +\| +(.+?) +\|$/gm)]
    return rows.map(([, said = '', keptBy = '']) => ({ section, said, keptBy }))
  })
}

const document = readFileSync(resolve(root, 'tests/invariants/promises.md'), 'utf8')
const factSheet = readFileSync(resolve(root, 'sanity/seed/files/ductwise-fact-sheet.md'), 'utf8')
const rows = rowsOf(document)
const UNTESTED = 'Said without a test'

/** Returns texts as a reader sees them: paragraphs without marks, table cells and headings. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if ('_type' in value && value._type === 'block') {
    return [(value as unknown as { children: { text: string }[] }).children.map(({ text }) => text).join('')]
  }
  return Object.values(value).flatMap(textsIn)
}

type Pages = Record<string, (document: SeedDocument) => boolean>

const OWN_PAGES: Pages = {
  FAQ: ({ _type }) => _type === 'faqItem',
  Documentation: ({ _type }) => _type === 'docPage',
  Features: ({ _id }) => _id === 'page-features',
  Pricing: ({ _id, _type }) => _id === 'page-pricing' || _type === 'pricingPlan',
  'Privacy policy': ({ _id }) => _id === 'legal-privacy-policy',
}

const PAGES: Pages = {
  ...OWN_PAGES,
  Elsewhere: (document) => !Object.values(OWN_PAGES).some((isOn) => isOn(document)),
  [UNTESTED]: () => true,
}

const documents = seedDocuments()

const wordsOf = (section: string): string[] => [
  ...documents.filter(PAGES[section] ?? (() => false)).flatMap(textsIn),
  ...(section === 'Elsewhere' ? factSheet.split('\n') : []),
]

const REFERENCE = /`([^`]+)`: "([^"]+)"/g

const tests = rows
  .filter(({ section }) => section !== UNTESTED)
  .flatMap(({ said, keptBy }) =>
    [...keptBy.matchAll(REFERENCE)].map(([, file = '', title = '']) => ({ said, file, title })),
  )

function hasTest(source: string, title: string): boolean {
  const name = RegExp.escape(title)
  return new RegExp(String.raw`(?<!describe|skip|todo|fixme)\(\s*(['"\`])${name}(?: @smoke)?\1,`).test(source)
}

describe('promises.md', () => {
  it('has all sections and no unparsed table rows', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(Object.keys(PAGES))
    const tables = document.split('\n').filter((line) => line.startsWith('|'))
    expect(tables).toHaveLength(rows.length + 2 * Object.keys(PAGES).length)
    expect(new Set(rows.map(({ section, said }) => `${section}: ${said}`)).size).toBe(rows.length)
  })

  it('quotes only sentences of the site', () => {
    const gone = rows.filter(({ section, said }) => !wordsOf(section).some((text) => text.includes(said)))
    expect(gone.map(({ section, said }) => `${section}: ${said}`)).toEqual([])
  })

  it('names at least one test for each sentence', () => {
    const wrong = rows.filter(
      ({ section, keptBy }) => section !== UNTESTED && keptBy.split('<br>').some((one) => one.replace(REFERENCE, '')),
    )
    expect(wrong.map(({ said }) => said)).toEqual([])
  })

  it('names only existing tests', () => {
    const source = new Map([...new Set(tests.map(({ file }) => file))].map((file) => [file, sourceOf(file)]))
    const gone = tests.filter(({ file, title }) => !hasTest(source.get(file) ?? '', title))
    expect(gone.map(({ said, file, title }) => `${said} / ${file}: ${title}`)).toEqual([])
  })
})

function sourceOf(file: string): string {
  const path = resolve(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
