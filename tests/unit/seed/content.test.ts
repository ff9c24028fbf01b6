import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '../../../lib/constants.ts'
import {
  API_ROOT,
  BLOG_ROOT,
  DEMO_ROOT,
  DOCUMENTATION_ROOT,
  CALCULATOR_HREF,
  SAMPLE_CALL_HREF,
  INTEGRATION_ROOT,
  PRESS_ROOT,
  STEPS_ID,
  TEST_CALLS_PATH,
} from '../../../lib/routes.ts'
import { typesWhere } from '../../../sanity/content-types.ts'
import { faqGroups } from '../../../sanity/schema/documents/faq-item.ts'
import { limits } from '../../../sanity/schema/shared/limits.ts'
import { addBrand } from '../../../lib/site/seo/page-texts.ts'
import { getSample, samples as documents, findSamples } from '../../support/sample-content.ts'
import { findDanger } from '../../../lib/dashboard/understanding/danger.ts'

type LocatedObject = { path: string; value: Record<string, unknown> }

const cities = findSamples('city')
const ids = new Set(documents.map(({ _id }) => _id))

function collectObjects(value: unknown, path: string): LocatedObject[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => collectObjects(item, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  return [
    { path, value: record },
    ...Object.entries(record).flatMap(([key, child]) => collectObjects(child, `${path}.${key}`)),
  ]
}

function collectArrays(value: unknown, path: string): { path: string; items: unknown[] }[] {
  if (typeof value !== 'object' || value === null) return []
  const children = Object.entries(value).flatMap(([key, child]) => collectArrays(child, `${path}.${key}`))
  return Array.isArray(value) ? [{ path, items: value }, ...children] : children
}

const objects = documents.flatMap((document) => collectObjects(document, document._id))
const texts = objects.flatMap(({ path, value }) =>
  Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' && !key.startsWith('_') ? [{ path: `${path}.${key}`, text }] : [],
  ),
)

describe('sample press kit', () => {
  it('lists every plan in its facts', () => {
    const [pressKit] = findSamples('pressKit')
    const plans = pressKit?.facts?.find(({ title }) => title === 'Plans')?.text
    for (const { name } of findSamples('pricingPlan')) expect(plans).toContain(name)
  })
})

describe('sample content', () => {
  it('includes every document type that the site shows', () => {
    const count = (type: string) => documents.filter(({ _type }) => _type === type).length
    const visibleTypes = typesWhere(({ everywhere, lists, isSingleton }) => Boolean(everywhere ?? lists ?? isSingleton))
    expect(visibleTypes.filter((type) => count(type) === 0)).toEqual([])
    expect(['page', 'legalPage', 'pricingPlan', 'redirect'].filter((type) => count(type) < 2)).toEqual([])
    expect(count('post')).toBeGreaterThan(PAGE_SIZE)
    expect(count('faqItem')).toBeGreaterThan(10)
    expect(count('testimonial')).toBe(0)
  })

  it('has unique ids that Sanity can import', () => {
    expect(ids.size).toBe(documents.length)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9-]{0,127}$/)
  })

  it('only references documents that exist', () => {
    const references = objects.flatMap(({ path, value }) =>
      typeof value._ref === 'string' ? [{ path, ref: value._ref }] : [],
    )
    expect(references.length).toBeGreaterThan(30)
    expect(references.filter(({ ref }) => !ids.has(ref))).toEqual([])
  })

  it('has a rank for every sortable document and a group for every question', () => {
    const unordered = typesWhere(({ order }) => order === 'dragged').filter((type) => {
      const ranks = documents.flatMap(({ _type, orderRank }) => (_type === type ? [orderRank] : []))
      return ranks.includes(undefined) || new Set(ranks).size !== ranks.length
    })
    expect(unordered).toEqual([])
    const groups = documents.flatMap((document) => (document._type === 'faqItem' ? [document.group] : []))
    expect([...new Set(groups)].toSorted()).toEqual(Object.keys(faqGroups).toSorted())
  })

  it('uses every question on at least one page', () => {
    const referencedIds = new Set(objects.map(({ value }) => value._ref))
    expect(findSamples('faqItem').filter(({ _id }) => !referencedIds.has(_id))).toEqual([])
  })

  it('has a unique key for every array item', () => {
    const lists = documents.flatMap((document) => collectArrays(document, document._id))
    const objectLists = lists.filter(({ items: [first] }) => typeof first === 'object')
    const invalidLists = objectLists.filter(({ items }) => {
      const keys = items.map((item) => (item as { _key?: string })._key)
      return keys.includes(undefined) || new Set(keys).size !== keys.length
    })
    expect(objectLists.length).toBeGreaterThan(50)
    expect(invalidLists).toEqual([])
  })

  it('uses only defined text marks', () => {
    const blocks = objects.filter(({ value: { _type } }) => _type === 'block')
    const invalidBlocks = blocks.filter(({ value }) => {
      const markKeys = (value.markDefs as { _key: string }[]).map(({ _key }) => _key)
      const definedMarks = new Set(['strong', 'em', 'code', ...markKeys])
      return (value.children as { marks: string[] }[]).some(({ marks }) =>
        marks.some((mark) => !definedMarks.has(mark)),
      )
    })
    expect(blocks.length).toBeGreaterThan(50)
    expect(invalidBlocks).toEqual([])
  })

  it('has no filler, superlatives, raw Markdown or double spaces', () => {
    const forbiddenPattern =
      /lorem|ipsum|\bTODO\b|\b(best|leading|world-class|cutting-edge|revolutionary|unmatched|#1)\b|\*\*|\]\(| {2}|!/i
    expect(texts.filter(({ path, text }) => !path.endsWith('.code') && forbiddenPattern.test(text))).toEqual([])
  })

  it('uses only the reserved sample email address', () => {
    const addresses = texts.filter(({ text }) => /^(mailto|tel):/.test(text)).map(({ text }) => text)
    expect(new Set(addresses)).toEqual(new Set(['mailto:hello@ductwise.example']))
  })

  it('links only to existing pages and lists within the site', () => {
    const pages = findSamples('page').flatMap(({ path }) => (path ? [path] : []))
    const pagesWithSteps = findSamples('page').filter(({ blocks }) =>
      blocks?.some(({ _type }) => _type === 'stepsBlock'),
    )
    const knownPaths = new Set([
      DEMO_ROOT,
      BLOG_ROOT,
      PRESS_ROOT,
      DOCUMENTATION_ROOT,
      API_ROOT,
      INTEGRATION_ROOT,
      TEST_CALLS_PATH,
      SAMPLE_CALL_HREF,
      CALCULATOR_HREF,
      ...pages,
      ...pagesWithSteps.map(({ path }) => `${path}#${STEPS_ID}`),
    ])
    const internalLinks = texts.filter(({ path, text }) => /\.(href|destination)$/.test(path) && text.startsWith('/'))
    expect(internalLinks.length).toBeGreaterThan(8)
    expect(internalLinks.filter(({ text }) => !knownPaths.has(text))).toEqual([])
  })

  it('has a source with a URL for every local fact', () => {
    for (const { localFacts = [], climate } of cities) {
      expect(climate?.source).toBeDefined()
      expect(localFacts.length).toBeGreaterThanOrEqual(3)
      const sources = [climate?.source, ...localFacts.map(({ source }) => source)]
      for (const { name, url } of sources.filter((source) => source !== undefined)) {
        expect(name.length).toBeGreaterThan(5)
        expect(URL.canParse(url) && new URL(url).protocol).toBe('https:')
      }
    }
  })

  it('has unique text for every city', () => {
    const sentences = cities.flatMap(({ headline, intro, summary, sections = [], seo }) => [
      headline,
      intro,
      summary,
      seo?.title,
      seo?.description,
      ...sections.flatMap(({ heading, body }) => [
        heading,
        ...body.map(({ children = [] }) => children.map(({ text }) => text).join('')),
      ]),
    ])
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(cities.every(({ sections }) => sections && sections.length >= 3)).toBe(true)
  })

  it('includes a Chicago call about no heat and a baby that pages a technician', () => {
    const { call } = cities.find(({ name }) => name === 'Chicago') ?? {}
    const callerLines = (call?.lines ?? []).flatMap(({ speaker, text }, line) =>
      speaker === 'caller' ? [{ line, text: text ?? '' }] : [],
    )
    expect(findDanger(callerLines)?.kind).toBe('cold')
    expect(call?.outcome).toContain('On-call tech paged')
  })

  it('has twelve plausible monthly temperatures per city, highest in summer', () => {
    const monthlyMeans = cities.map(({ climate }) => climate?.monthlyMeanF ?? [])
    const warmestMonths = monthlyMeans.map((year) => year.indexOf(Math.max(...year)))
    expect(monthlyMeans.map((year) => year.length)).toEqual(cities.map(() => 12))
    expect(warmestMonths.every((month) => month === 6 || month === 7)).toBe(true)
  })

  it('has unique titles and descriptions that fit search results', () => {
    const isWithinLength = (text: unknown, { min, max }: { min: number; max: number }) =>
      typeof text === 'string' && text.length >= min && text.length <= max
    const seoObjects = objects.filter(({ value }) => value._type === 'seo')
    expect(seoObjects.length).toBeGreaterThan(cities.length)
    expect(seoObjects.filter(({ value }) => !isWithinLength(value.title, limits.seoTitle))).toEqual([])
    expect(seoObjects.filter(({ value }) => !isWithinLength(value.description, limits.seoDescription))).toEqual([])
    const { brand } = getSample('siteSettings', 'siteSettings')
    const fullTitles = seoObjects.map(({ value }) => addBrand(value.title as string, brand))
    expect(fullTitles.filter((title) => title.length > limits.seoTitle.max)).toEqual([])
    expect(new Set(seoObjects.map(({ value }) => value.title)).size).toBe(seoObjects.length)
    expect(new Set(seoObjects.map(({ value }) => value.description)).size).toBe(seoObjects.length)
  })

  it('has headings of four to nine words', () => {
    const headings = texts.filter(({ path }) => /\.(heading|headline)$/.test(path))
    const wrongLengthHeadings = headings.filter(({ text }) => text.split(' ').length > 9 || text.split(' ').length < 4)
    expect(wrongLengthHeadings).toEqual([])
  })

  it('presets the calculator with the numbers of the related article', () => {
    const calculator = objects.find(({ value }) => value._type === 'calculatorBlock')?.value
    expect(calculator).toMatchObject({ missedCallsPerWeek: 8, bookedShare: 25, averageTicket: 350 })
    const getDocumentText = (id: string) => JSON.stringify(documents.find(({ _id }) => _id === id))
    const article = getDocumentText('post-missed-call-arithmetic')
    // 8 × 25% × $350 per week, and 52 times that per year.
    for (const expectedText of ['"8"', '"1 in 4"', '"$350"', '"$700"', '"$36,400"'])
      expect(article).toContain(expectedText)
    expect(getDocumentText('page-pricing')).toContain('12 × 25% × $350 = $1,050')
  })
})
