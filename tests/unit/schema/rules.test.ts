import type { SanityClient } from '@sanity/client'
import { trustBadgeType } from '../../../sanity/schema/documents/trust.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyLake, startEmptyLake } from '../../support/empty-lake.ts'
import { createValidator, type Finding } from './workspace.ts'

let lake: EmptyLake
let client: SanityClient
let validate: (document: object) => Promise<Finding[]>

const buildSlug = (current: string) => ({ _type: 'slug', current })
const buildCity = (_id: string, slugText: string) => ({
  _id,
  _type: 'city',
  name: 'Anywhere',
  slug: buildSlug(slugText),
})
const buildPost = (_id: string, slugText: string) => ({ _id, _type: 'post', slug: buildSlug(slugText) })
const buildRedirect = (_id: string, source: string, destination: string) => ({
  _id,
  _type: 'redirect',
  source,
  destination,
})
const buildNewCity = (fields: object) => ({ ...buildCity('city-new', 'chicago'), ...fields })
const buildPathPage = (id: string, path: string) => ({ _id: id, _type: 'page', title: `Page ${id}`, path })
const buildPage = (block: object) => ({ ...buildPathPage('page-new', '/new'), blocks: [block] })
const buildLink = (_key: string, href: string) => ({ _key, _type: 'link', label: 'Go', kind: 'external', href })
const buildHeroPage = (...actions: object[]) =>
  buildPage({ _key: 'hero', _type: 'heroBlock', heading: 'A heading', actions })
const buildComparisonPage = (fields: object) =>
  buildPage({ _key: 'c', _type: 'comparisonBlock', heading: 'Compared', columns: ['A', 'B'], ...fields })
const buildPlan = (fields: object) => ({ _id: 'plan-new', _type: 'pricingPlan', name: 'Solo', ...fields })
const buildBadge = (fields: object) => ({ _id: 'badge-new', _type: 'trustBadge', name: 'SOC 2', ...fields })
const buildAnnouncement = (fields: object) => ({ _id: 'drafts.announcement-1', _type: 'announcement', ...fields })
const buildSettings = (fields: object) => ({ _id: 'siteSettings', _type: 'siteSettings', ...fields })
const findFindings = async (document: object, path: string) =>
  (await validate(document)).filter((finding) => finding.path === path)
const findLevels = async (document: object, path: string) =>
  (await findFindings(document, path)).map(({ level }) => level)

beforeAll(async () => {
  lake = await startEmptyLake()
  client = lake.client
  validate = await createValidator(client)
  await client
    .transaction()
    .create(buildPathPage('page-live', '/live'))
    .create(buildPathPage('drafts.page-draft', '/draft'))
    .create(buildPathPage('versions.rSummer.page-release', '/release'))
    .create(buildCity('city-live', 'new-york'))
    .create({ _id: 'legal-terms', _type: 'legalPage', title: 'Terms', path: '/terms' })
    .create(buildPost('post-live', 'live-post'))
    .create(buildRedirect('redirect-a', '/a', '/b?from=a'))
    .create(buildRedirect('drafts.redirect-x', '/x', '/y'))
    .create({ _id: 'siteSettings', _type: 'siteSettings', contact: { siteUrl: 'https://www.ductwise.example' } })
    .create({ _id: 'faq-1', _type: 'faqItem', question: 'Why?', answer: [] })
    .commit()
})

afterAll(() => lake.end())

describe('page path', () => {
  it.each(['/live', '/draft', '/release'])('must differ from the path of any other page: %s', async (path) => {
    expect(await findFindings(buildPathPage('page-new', path), 'path')).toMatchObject([
      { level: 'error', message: expect.stringContaining('already') },
    ])
  })

  it.each([
    ['drafts.page-live', '/live'],
    ['page-draft', '/draft'],
    ['versions.rAutumn.page-release', '/release'],
  ])('may equal the path of another version of the same page: %s', async (id, path) => {
    expect(await findFindings(buildPathPage(id, path), 'path')).toEqual([])
  })

  it('may replace a redirect, with a warning', async () => {
    expect(await findFindings(buildPathPage('page-new', '/a'), 'path')).toMatchObject([
      { level: 'warning', message: expect.stringContaining('/a redirects to /b?from=a') },
    ])
  })

  it('is required and must be valid', async () => {
    expect(await findLevels({ _id: 'page-new', _type: 'page', title: 'New' }, 'path')).toEqual(['error'])
    expect(await findLevels(buildPathPage('page-new', '/Live/'), 'path')).toEqual(['error'])
  })
})

describe('legal page path', () => {
  it('must differ from page paths and vice versa', async () => {
    const legalPage = { _id: 'legal-new', _type: 'legalPage', title: 'New', path: '/live' }
    expect(await findLevels(legalPage, 'path')).toEqual(['error'])
    expect(await findLevels(buildPathPage('page-new', '/terms'), 'path')).toEqual(['error'])
    expect(await findLevels({ ...legalPage, path: '/cookies' }, 'path')).toEqual([])
  })
})

describe('post slug', () => {
  it.each(['author', 'category', 'page', 'live-post', 'Not A Slug'])('cannot be %s', async (slug) => {
    expect(await findLevels(buildPost('post-new', slug), 'slug')).toEqual(['error'])
  })

  it('of a documentation page cannot be the search route', async () => {
    const document = { ...buildPost('doc-new', 'search'), _type: 'docPage' }
    expect(await findLevels(document, 'slug')).toEqual(['error'])
  })

  it('can be any other valid slug', async () =>
    expect(await findLevels(buildPost('post-new', 'authors-we-like'), 'slug')).toEqual([]))
})

describe('Studio redirect', () => {
  it('can lead from an unused path to an existing one', async () => {
    expect(await validate(buildRedirect('redirect-new', '/old', '/live'))).toEqual([])
    expect(await validate(buildRedirect('drafts.redirect-a', '/a', '/draft?from=a#top'))).toEqual([])
    expect(await validate(buildRedirect('redirect-new', '/old', '/blog/page/2'))).toEqual([])
    expect(await validate(buildRedirect('redirect-new', '/old', 'https://example.com/'))).toEqual([])
  })

  it.each(['/nowhere', '/hvac-ai-sdr/nowhere', '/blog/category/nothing'])(
    'gets a warning if its destination does not exist: %s',
    async (path) => {
      expect(await validate(buildRedirect('redirect-new', '/old', path))).toMatchObject([
        { level: 'warning', path: 'destination', message: expect.stringContaining(path) },
      ])
    },
  )

  it.each([
    ['/live', 'page-live'],
    ['/terms', 'Terms'],
    ['/blog/live-post', 'page is at this path'],
    ['/hvac-ai-sdr/new-york', 'Anywhere'],
    ['/a', 'already'],
    ['/x', 'already'],
    ['A/', 'written as /a'],
    ['https://www.ductwise.example/%61', 'written as /a'],
  ])('cannot start at %s', async (source, reason) => {
    expect(await findFindings(buildRedirect('redirect-new', source, '/elsewhere'), 'source')).toMatchObject([
      { level: 'error', message: expect.stringContaining(reason) },
    ])
  })

  it.each([
    ['/y', '/x', 'creates a loop'],
    ['/B/', '/a', 'creates a loop'],
    ['/old', '/old', 'redirects to itself'],
    ['/old', 'https://www.ductwise.example/live', 'Enter it as /live'],
  ])('from %s cannot lead to %s', async (source, destination, reason) => {
    expect(await findFindings(buildRedirect('redirect-new', source, destination), 'destination')).toMatchObject([
      { level: 'error', message: expect.stringContaining(reason) },
    ])
  })

  it.each(['/a', '/A#part'])('gets a warning if its destination %s is redirected', async (destination) => {
    const redirectFindings = await findFindings(buildRedirect('redirect-new', '/old', destination), 'destination')
    expect(redirectFindings).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        message: expect.stringContaining('Visitors go straight to /b?from=a'),
      }),
    )
    expect(redirectFindings.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('link', () => {
  const buildLinkedSettings = (href: string) => buildSettings({ headerLinks: [buildLink('a', href)] })

  it.each(['/live', '/blog', '/blog/page/3', '/blog/live-post#end', '/a', '/login', 'https://example.com/x'])(
    'can lead to %s',
    async (href) => expect(await findFindings(buildLinkedSettings(href), 'headerLinks.a.href')).toEqual([]),
  )

  it.each(['/nowhere', '/hvac-ai-sdr/nowhere?a=b'])(
    'to %s gets a warning, because the page does not exist',
    async (href) => {
      expect(await findFindings(buildLinkedSettings(href), 'headerLinks.a.href')).toMatchObject([
        { level: 'warning', message: expect.stringContaining('/nowhere') },
      ])
    },
  )
})

describe('tables', () => {
  const buildRows = (...cells: string[][]) =>
    cells.map((row, index) => ({ _key: `r${index}`, _type: 'tableRow', cells: row }))
  const buildLegalPage = (...cells: string[][]) => ({
    _id: 'legal-new',
    _type: 'legalPage',
    title: 'New',
    path: '/new',
    effectiveDate: '2026-01-01',
    body: [{ _key: 't', _type: 'table', rows: buildRows(...cells) }],
  })

  it('require a header and rows of equal width', async () => {
    expect(await validate(buildLegalPage(['Cookie', 'Purpose'], ['theme', 'Light or dark']))).toEqual([])
    expect(await findLevels(buildLegalPage(['Cookie', 'Purpose']), 'body.t.rows')).toEqual(['error'])
    expect(await findLevels(buildLegalPage(['Cookie', 'Purpose'], ['theme']), 'body.t.rows')).toEqual(['error'])
    const wideRow = Array<string>(9).fill('x')
    expect(await findLevels(buildLegalPage(wideRow, wideRow), 'body.t.rows')).toEqual(['error'])
  })

  it('of a comparison require one cell per column', async () => {
    const buildRow = (_key: string, cells: string[]) => ({ _key, _type: 'comparisonRow', feature: 'Nights', cells })
    const completeRow = buildRow('r', ['yes', 'no'])
    expect(await validate(buildComparisonPage({ rows: [completeRow] }))).toEqual([])
    expect(
      await findLevels(buildComparisonPage({ rows: [completeRow, buildRow('s', ['yes'])] }), 'blocks.c.rows.s'),
    ).toEqual(['error'])
  })
})

describe('trust badge', () => {
  it.each([
    [{ state: 'preparation' }, 'In progress'],
    [{ state: 'report', reportDate: '2026-03-01' }, 'Report dated 1 Mar 2026 · on request'],
    [{ state: 'report' }, 'Not shown: enter the report date'],
    [{}, 'Not shown: choose a status'],
  ])('shows its status in the Studio list: %j', (fields, subtitle) => {
    const prepare = trustBadgeType.preview?.prepare as (selected: object) => { subtitle?: string }
    expect(prepare({ title: 'SOC 2', ...fields }).subtitle).toBe(subtitle)
  })
})

describe('nearby area of a city', () => {
  it('accepts three-digit ZIP prefixes, ranges and full state names only', async () => {
    const near = { zips: ['606', '600-608', '60601', 'IL'], states: ['Indiana', 'IN', 'Narnia'] }
    const cityFindings = await validate(buildNewCity({ near }))
    const paths = cityFindings.map(({ path }) => path).filter((path) => path.startsWith('near'))
    expect(paths.toSorted()).toEqual(['near.states.1', 'near.states.2', 'near.zips.2', 'near.zips.3'])
  })
})

describe('field validation', () => {
  const NOON = '2026-10-01T12:00:00.000Z'
  const seo = { _type: 'seo', title: 'x'.repeat(61), description: 'x'.repeat(161) }
  const image = { _type: 'imageWithAlt', asset: { _type: 'reference', _ref: 'faq-1' } }
  const buildFact = (source?: object) =>
    buildNewCity({ localFacts: [{ _key: 'fact', _type: 'localFact', label: 'July', value: '96 °F', source }] })

  it.each<[what: string, document: object, path: string, levels: Finding['level'][]]>([
    ['the slug of another city', buildCity('city-new', 'new-york'), 'slug', ['error']],
    ['a malformed slug', buildCity('city-new', 'New York'), 'slug', ['error']],
    ['a new slug', buildCity('city-new', 'chicago'), 'slug', []],
    ['the same slug in a draft', buildCity('drafts.city-live', 'new-york'), 'slug', []],
    ['an overlong SEO title', buildNewCity({ seo }), 'seo.title', ['warning']],
    ['a short SEO title', buildNewCity({ seo: { ...seo, title: 'Fine' } }), 'seo.title', []],
    ['an overlong SEO description', buildNewCity({ seo }), 'seo.description', ['warning']],
    [
      'a one-letter SEO description',
      buildNewCity({ seo: { ...seo, description: 'A' } }),
      'seo.description',
      ['warning'],
    ],
    ['an image without alternative text', buildNewCity({ image }), 'image.alt', ['error']],
    ['an image with alternative text', buildNewCity({ image: { ...image, alt: 'A furnace' } }), 'image.alt', []],
    ['a local fact without a source', buildFact(), 'localFacts.fact.source', ['error']],
    ['a source without a URL', buildFact({ name: 'NOAA' }), 'localFacts.fact.source.url', ['error']],
    ['a source', buildFact({ name: 'NOAA', url: 'https://www.noaa.gov' }), 'localFacts.fact.source', []],
    ['a summary of 141 characters', buildNewCity({ summary: 'x'.repeat(141) }), 'summary', ['error']],
    ['a summary of 140 characters', buildNewCity({ summary: 'x'.repeat(140) }), 'summary', []],
    ['a badge without a status', buildBadge({}), 'state', ['error']],
    ['a badge in preparation', buildBadge({ state: 'preparation' }), 'state', []],
    ['a badge in preparation without a date', buildBadge({ state: 'preparation' }), 'reportDate', []],
    ['a report without a date', buildBadge({ state: 'report' }), 'reportDate', ['error']],
    ['a report with a date', buildBadge({ state: 'report', reportDate: '2026-03-01' }), 'reportDate', []],
    ['a lower yearly price', buildPlan({ monthly: 99, yearly: 79 }), 'yearly', []],
    ['a higher yearly price', buildPlan({ monthly: 99, yearly: 990 }), 'yearly', ['warning']],
    ['a negative price', buildPlan({ monthly: 99, yearly: -1 }), 'yearly', ['error']],
    ['a plan for two crews without a reason', buildPlan({ crews: 2 }), 'limits', ['warning']],
    ['a plan for evenings without a reason', buildPlan({ eveningsOnly: true }), 'limits', ['warning']],
    ['a plan for two crews with a reason', buildPlan({ crews: 2, limits: 'For two crews.' }), 'limits', []],
    ['a plan for every company', buildPlan({}), 'limits', []],
    ['a fractional number of calls', buildPlan({ includedCalls: 150.5 }), 'includedCalls', ['error']],
    ['a plan without included calls', buildPlan({}), 'includedCalls', ['warning']],
    ['the second column as ours', buildComparisonPage({ ours: 2 }), 'blocks.c.ours', []],
    ['a third column as ours', buildComparisonPage({ ours: 3 }), 'blocks.c.ours', ['error']],
    ['column 0 as ours', buildComparisonPage({ ours: 0 }), 'blocks.c.ours', ['error']],
    ['column 1.5 as ours', buildComparisonPage({ ours: 1.5 }), 'blocks.c.ours', ['error']],
    ['an announcement without text', buildAnnouncement({}), 'text', ['error']],
    ['an announcement that ends when it starts', buildAnnouncement({ start: NOON, end: NOON }), 'end', ['error']],
    ['an announcement that ends later', buildAnnouncement({ start: NOON, end: '2026-10-01T12:01:00.000Z' }), 'end', []],
    ['an announcement without a start', buildAnnouncement({ end: NOON }), 'end', []],
  ])('is correct for %s', async (_, document, path, expected) =>
    expect(await findLevels(document, path)).toEqual(expected),
  )

  it('rejects duplicate questions', async () => {
    const faqs = ['a', 'b'].map((_key) => ({ _key, _type: 'reference', _ref: 'faq-1' }))
    const findFaqProblems = async (questions: object[]) =>
      (await validate(buildNewCity({ faqs: questions }))).filter(({ path }) => path.startsWith('faqs'))
    expect(await findFaqProblems(faqs)).not.toEqual([])
    expect(await findFaqProblems(faqs.slice(1))).toEqual([])
  })

  it('checks links in buttons and in text', async () => {
    const dangerousHero = buildHeroPage(buildLink('a', 'javascript:alert(1)'))
    expect(await findLevels(dangerousHero, 'blocks.hero.actions.a.href')).toEqual(['error'])

    const mark = { _key: 'm', _type: 'link', kind: 'external', href: '//evil.example' }
    const span = { _key: 's', _type: 'span', text: 'here', marks: ['m'] }
    const answer = [{ _key: 'b', _type: 'block', style: 'normal', markDefs: [mark], children: [span] }]
    const faq = { _id: 'faq-2', _type: 'faqItem', question: 'Where?', answer }
    expect(await findLevels(faq, 'answer.b.markDefs.m.href')).toEqual(['error'])
  })

  it('accepts phone and email links', async () => {
    const hero = buildHeroPage(buildLink('a', 'tel:+12125550142'), buildLink('b', 'mailto:hello@ductwise.example'))
    expect(await validate(hero)).toEqual([])
  })

  it('allows at most two buttons', async () => {
    const hero = buildHeroPage(...['a', 'b', 'c'].map((key) => buildLink(key, 'https://example.com')))
    expect(await findLevels(hero, 'blocks.hero.actions')).toEqual(['error'])
  })

  it('ignores an empty announcement link but requires a started one to be complete', async () => {
    const text = { _id: 'drafts.announcement-3', _type: 'announcement', text: 'Closed on Thursday' }
    const findLinkPaths = async (link: object) => (await validate({ ...text, link })).map(({ path }) => path)
    expect(await findLinkPaths({ kind: 'internal' })).toEqual([])
    expect(await findLinkPaths({ kind: 'external' })).toEqual([])
    expect(await findLinkPaths({ kind: 'internal', label: 'See' })).toEqual(['link.internal'])
    expect(await findLinkPaths({ kind: 'external', href: 'https://example.com/' })).toEqual(['link.label'])
  })

  it('requires a label and a target for each link in a list', async () => {
    const footer = [{ _key: 'a', _type: 'footerColumn', title: 'Us', links: [{ _key: 'b', kind: 'internal' }] }]
    const problems = await validate(buildSettings({ footerColumns: footer }))
    const paths = problems.map(({ path }) => path)
    expect(paths).toContain('footerColumns.a.links.b.label')
    expect(paths).toContain('footerColumns.a.links.b.internal')
  })

  it('warns about a footer link that repeats the contact address', async () => {
    const buildFooter = (href: string) =>
      buildSettings({ footerColumns: [{ _key: 'a', title: 'Us', links: [buildLink('b', href)] }] })
    expect(await findLevels(buildFooter('mailto:hello@ductwise.example'), 'footerColumns.a.links')).toEqual(['warning'])
    expect(await findLevels(buildFooter('https://example.com/'), 'footerColumns.a.links')).toEqual([])
  })

  it('warns about another announcement in the same period', async () => {
    const plannedAnnouncement = {
      _type: 'announcement',
      text: 'Heat',
      start: '2026-10-01T08:00:00Z',
      end: '2026-10-31T08:00:00Z',
    }
    await client.createOrReplace({ ...plannedAnnouncement, _id: 'announcement-heat' })
    const validateWindow = (start?: string, end?: string) =>
      findFindings({ _id: 'drafts.announcement-2', _type: 'announcement', text: 'Cold', start, end }, 'start')
    expect(await validateWindow('2026-10-30T08:00:00Z', '2026-11-30T08:00:00Z')).toEqual([
      expect.objectContaining({
        level: 'warning',
        message: expect.stringContaining('“Heat” is active at the same time'),
      }),
    ])
    expect(await validateWindow('2026-09-01T08:00:00Z')).toHaveLength(1)
    expect(await validateWindow('2026-10-31T08:00:00Z')).toEqual([])
    expect(await validateWindow('2026-09-01T08:00:00Z', '2026-10-01T08:00:00Z')).toEqual([])
    expect(await findLevels({ ...plannedAnnouncement, _id: 'drafts.announcement-heat' }, 'start')).toEqual([])
  })

  it('requires a call time in spoken form', async () => {
    const lines = ['a', 'b'].map((_key) => ({ _key, _type: 'callLine', speaker: 'caller', text: 'Hello' }))
    const buildCall = (startedAt: string) => {
      const call = { startedAt, outcome: 'Booked', lines }
      return buildPage({ _key: 'call', _type: 'conversationBlock', heading: 'A call', call })
    }
    expect(await validate(buildCall('2:14 a.m.'))).toEqual([])
    expect(await findLevels(buildCall('14:14'), 'blocks.call.call.startedAt')).toEqual(['error'])
  })
})
