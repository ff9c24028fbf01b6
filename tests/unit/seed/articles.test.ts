import { describe, expect, it } from 'vitest'
import { getRedirectDestinationError, getRedirectSourceError } from '../../../sanity/schema/validation/redirect.ts'
import type { ArticleBody, Post } from '../../../sanity/types.ts'
import { samples as documents, findSamples } from '../../support/sample-content.ts'

type Part = ArticleBody[number]

const posts = findSamples('post')
const bodies = documents.flatMap(({ _id, body }) => (Array.isArray(body) ? [{ _id, body: body as ArticleBody }] : []))

const getParts = (body: ArticleBody): Part[] =>
  body.flatMap<Part>((part) => (part._type === 'callout' ? [part, ...part.body] : part))

const extractText = (body: ArticleBody): string =>
  getParts(body)
    .map((part) => {
      if (part._type === 'block') return (part.children ?? []).map(({ text }) => text).join('')
      return part._type === 'table' ? [part.caption, ...part.rows.flatMap(({ cells = [] }) => cells)].join(' ') : ''
    })
    .join('\n')

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

const getLinks = (body: ArticleBody) =>
  getParts(body).flatMap((part) => (part._type === 'block' ? (part.markDefs ?? []) : []))

const getStyles = (body: ArticleBody) =>
  body.flatMap((part) => (part._type === 'block' ? [part.style ?? 'normal'] : []))

describe('sample posts', () => {
  const isNews = ({ category }: Post) => category._ref === 'category-changelog'

  it.each(posts.filter(isNews))('$_id is a news post of at most 260 words with two sections', ({ body, excerpt }) => {
    expect(countWords(extractText(body))).toBeLessThanOrEqual(260)
    expect(getStyles(body).filter((style) => style === 'h2').length).toBeGreaterThanOrEqual(2)
    expect(excerpt.length).toBeLessThanOrEqual(200)
  })

  it.each(posts.filter((post) => !isNews(post)))(
    '$_id has 500 to 900 words, sections, a table, a callout and a list',
    ({ body, excerpt }) => {
      expect(countWords(extractText(body))).toBeGreaterThanOrEqual(500)
      expect(countWords(extractText(body))).toBeLessThanOrEqual(900)
      expect(getStyles(body).filter((style) => style === 'h2').length).toBeGreaterThanOrEqual(3)
      expect(getStyles(body).filter((style) => style === 'h2').length).toBeLessThanOrEqual(9)
      expect(body.some((part) => part._type === 'table')).toBe(true)
      expect(body.some((part) => part._type === 'callout')).toBe(true)
      expect(body.some((part) => part._type === 'block' && part.listItem)).toBe(true)
      expect(excerpt.length).toBeLessThanOrEqual(200)
    },
  )

  it('include a post whose plan table has one row per section', () => {
    const { body } = posts.find(({ _id }) => _id === 'post-cold-snap-call-surge') ?? { body: [] as ArticleBody }
    const end = body.findIndex((part) => part._type === 'block' && part.style === 'h2')
    const plan = body.slice(0, end).find((part) => part._type === 'table')
    expect(plan?.caption).toBe('The plan')
    expect(plan?.rows.slice(1)).toHaveLength(getStyles(body).filter((style) => style === 'h2').length)
  })

  it('fill more than one blog page with distinct dates within a year', () => {
    const dates = posts.map(({ publishedAt }) => publishedAt)
    expect(posts.length).toBeGreaterThan(10)
    expect(new Set(dates).size).toBe(dates.length)
    expect(dates.every((date) => date > '2025-12-01' && date < '2026-12-01')).toBe(true)
  })

  it('use every category and every author', () => {
    const ids = documents.filter(({ _type }) => ['author', 'category'].includes(_type)).map(({ _id }) => _id)
    expect(new Set(posts.flatMap(({ author, category }) => [author._ref, category._ref]))).toEqual(new Set(ids))
  })

  it('are attributed to teams, not people', () => {
    expect(findSamples('author').every(({ name }) => /^The .*desk$/.test(String(name)))).toBe(true)
  })
})

describe('sample articles', () => {
  it('cover posts, documentation and press', () => {
    const articles = posts.length + findSamples('docPage').length + findSamples('pressItem').length
    expect(bodies.length).toBeGreaterThanOrEqual(articles + 3)
  })

  it.each(bodies.filter(({ body }) => getStyles(body).includes('h2')))('$_id starts its headings at h2', ({ body }) => {
    expect(getStyles(body).find((style) => style.startsWith('h'))).toBe('h2')
  })

  it.each(bodies)('$_id has tables with a caption, a full header and equal rows', ({ body }) => {
    for (const part of body) {
      if (part._type !== 'table') continue
      const [header = [], ...rows] = part.rows.map(({ cells = [] }) => cells)
      expect(rows.length).toBeGreaterThan(0)
      expect(header.every(Boolean)).toBe(true)
      expect(rows.every((cells) => cells.length === header.length)).toBe(true)
      expect(part.caption?.length).toBeGreaterThan(5)
    }
  })

  it('link only to web addresses, list pages and documents', () => {
    const links = bodies.flatMap(({ body }) => getLinks(body))
    const addresses = links.flatMap((link) => ('href' in link ? [link.href ?? ''] : []))
    const isAllowed = (href: string) => /^(https?:\/\/|\/(blog|press|documentation|api)$|mailto:)/.test(href)
    expect(addresses.length).toBeGreaterThan(15)
    expect(addresses.filter((href) => !isAllowed(href))).toEqual([])
  })

  it('contain correct calculations', () => {
    const text = posts.map(({ body }) => extractText(body)).join('\n')
    const sums = [...text.matchAll(/((?:\$?[\d,.]+ [×+] )+\$?[\d,.]*\d)(?: \w+)? = \$?([\d,]*\d)/g)]
    const parseNumber = (expression: string) => Number(expression.replaceAll(/[$,]/g, ''))
    const parseProduct = (expression: string) =>
      expression.split(' × ').reduce((result, factor) => result * parseNumber(factor), 1)
    const sum = (expression: string) => expression.split(' + ').reduce((result, term) => result + parseProduct(term), 0)
    expect(sums.length).toBeGreaterThanOrEqual(6)
    for (const [expression, left = '', right = ''] of sums)
      expect([expression, sum(left)]).toEqual([expression, parseNumber(right)])
  })
})

describe('sample notice', () => {
  it('appears only in the site settings and on the about page', () => {
    const remarkPattern = /sample (brand|product|announcement|figures|plans)|written by us/i
    const documentsWithRemark = documents
      .filter((document) => remarkPattern.test(JSON.stringify(document)))
      .map(({ _id }) => _id)
    expect(documentsWithRemark).toEqual(['page-about', 'siteSettings'])
    expect(documents.find(({ _id }) => _id === 'siteSettings')?.sampleNotice).toMatch(remarkPattern)
  })
})

describe('sample legal pages', () => {
  it('are all marked as under legal review', () => {
    const legalPages = documents.filter(({ _type }) => _type === 'legalPage')
    expect(legalPages.map(({ _id, path }) => [_id, path])).toEqual([
      ['legal-cookie-policy', '/cookie-policy'],
      ['legal-privacy-policy', '/privacy-policy'],
      ['legal-terms', '/terms'],
    ])
    expect(legalPages.every(({ underReview }) => underReview === true)).toBe(true)
  })
})

describe('sample redirects', () => {
  it('have a valid source and destination', () => {
    for (const { source, destination } of findSamples('redirect')) {
      expect(getRedirectSourceError(source)).toBeUndefined()
      expect(getRedirectDestinationError(destination, source)).toBeUndefined()
    }
  })
})
