import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SeedDocument, buildSeedDocuments } from '../../sanity/seed/index.ts'

/* Checks that each sentence in promises.md is still on its page, and that each test exists in its file. */

const root = resolve(import.meta.dirname, '../..')

type PromiseRow = { section: string; sentence: string; testReferences: string }

function parseRows(markdown: string): PromiseRow[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const [section = '', ...lines] = part.split('\n')
    const rows = [...lines.join('\n').matchAll(/^\| +“(.+)” +\| +(.+?) +\|$/gm)]
    return rows.map(([, sentence = '', testReferences = '']) => ({ section, sentence, testReferences }))
  })
}

const document = readFileSync(resolve(root, 'tests/invariants/promises.md'), 'utf8')
const factSheet = readFileSync(resolve(root, 'sanity/seed/files/ductwise-fact-sheet.md'), 'utf8')
const rows = parseRows(document)
const UNTESTED_SECTION = 'Said without a test'

/** Returns texts as a reader sees them: paragraphs without marks, table cells and headings. */
function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if ('_type' in value && value._type === 'block') {
    return [(value as unknown as { children: { text: string }[] }).children.map(({ text }) => text).join('')]
  }
  return Object.values(value).flatMap(collectTexts)
}

type PageFilters = Record<string, (document: SeedDocument) => boolean>

const PAGE_FILTERS: PageFilters = {
  FAQ: ({ _type }) => _type === 'faqItem',
  Documentation: ({ _type }) => _type === 'docPage',
  Features: ({ _id }) => _id === 'page-features',
  Pricing: ({ _id, _type }) => _id === 'page-pricing' || _type === 'pricingPlan',
  'Privacy policy': ({ _id }) => _id === 'legal-privacy-policy',
}

const SECTION_FILTERS: PageFilters = {
  ...PAGE_FILTERS,
  Elsewhere: (document) => !Object.values(PAGE_FILTERS).some((matchesPage) => matchesPage(document)),
  [UNTESTED_SECTION]: () => true,
}

const documents = buildSeedDocuments()

const collectSectionTexts = (section: string): string[] => [
  ...documents.filter(SECTION_FILTERS[section] ?? (() => false)).flatMap(collectTexts),
  ...(section === 'Elsewhere' ? factSheet.split('\n') : []),
]

const TEST_REFERENCE_PATTERN = /`([^`]+)`: "([^"]+)"/g

const tests = rows
  .filter(({ section }) => section !== UNTESTED_SECTION)
  .flatMap(({ sentence, testReferences }) =>
    [...testReferences.matchAll(TEST_REFERENCE_PATTERN)].map(([, file = '', title = '']) => ({
      said: sentence,
      file,
      title,
    })),
  )

function hasTest(source: string, title: string): boolean {
  const name = RegExp.escape(title)
  return new RegExp(String.raw`(?<!describe|skip|todo|fixme)\(\s*(['"\`])${name}(?: @smoke)?\1,`).test(source)
}

describe('promises.md', () => {
  it('has all sections and no unparsed table rows', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(Object.keys(SECTION_FILTERS))
    const tableLines = document.split('\n').filter((line) => line.startsWith('|'))
    expect(tableLines).toHaveLength(rows.length + 2 * Object.keys(SECTION_FILTERS).length)
    expect(new Set(rows.map(({ section, sentence }) => `${section}: ${sentence}`)).size).toBe(rows.length)
  })

  it('quotes only sentences of the site', () => {
    const missingSentences = rows.filter(
      ({ section, sentence }) => !collectSectionTexts(section).some((text) => text.includes(sentence)),
    )
    expect(missingSentences.map(({ section, sentence }) => `${section}: ${sentence}`)).toEqual([])
  })

  it('names at least one test for each sentence', () => {
    const invalidRows = rows.filter(
      ({ section, testReferences }) =>
        section !== UNTESTED_SECTION &&
        testReferences.split('<br>').some((reference) => reference.replace(TEST_REFERENCE_PATTERN, '')),
    )
    expect(invalidRows.map(({ sentence }) => sentence)).toEqual([])
  })

  it('names only existing tests', () => {
    const source = new Map([...new Set(tests.map(({ file }) => file))].map((file) => [file, readSource(file)]))
    const missingTests = tests.filter(({ file, title }) => !hasTest(source.get(file) ?? '', title))
    expect(missingTests.map(({ said, file, title }) => `${said} / ${file}: ${title}`)).toEqual([])
  })
})

function readSource(file: string): string {
  const path = resolve(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
