import type { SanityClient } from '@sanity/client'
import { trustBadgeType } from '../../../sanity/schema/documents/trust.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyLake, emptyLake } from '../../support/empty-lake.ts'
import { createValidator, type Finding } from './workspace.ts'

let lake: EmptyLake
let client: SanityClient
let validate: (document: object) => Promise<Finding[]>

const slug = (current: string) => ({ _type: 'slug', current })
const city = (_id: string, at: string) => ({ _id, _type: 'city', name: 'Anywhere', slug: slug(at) })
const post = (_id: string, at: string) => ({ _id, _type: 'post', slug: slug(at) })
const redirect = (_id: string, source: string, destination: string) => ({ _id, _type: 'redirect', source, destination })
const newCity = (fields: object) => ({ ...city('city-new', 'chicago'), ...fields })
const page = (id: string, path: string) => ({ _id: id, _type: 'page', title: `Page ${id}`, path })
const pageWith = (block: object) => ({ ...page('page-new', '/new'), blocks: [block] })
const link = (_key: string, href: string) => ({ _key, _type: 'link', label: 'Go', kind: 'external', href })
const heroWith = (...actions: object[]) => pageWith({ _key: 'hero', _type: 'heroBlock', heading: 'A heading', actions })
const comparison = (fields: object) =>
  pageWith({ _key: 'c', _type: 'comparisonBlock', heading: 'Compared', columns: ['A', 'B'], ...fields })
const plan = (fields: object) => ({ _id: 'plan-new', _type: 'pricingPlan', name: 'Solo', ...fields })
const badge = (fields: object) => ({ _id: 'badge-new', _type: 'trustBadge', name: 'SOC 2', ...fields })
const announcement = (fields: object) => ({ _id: 'drafts.announcement-1', _type: 'announcement', ...fields })
const settings = (fields: object) => ({ _id: 'siteSettings', _type: 'siteSettings', ...fields })
const findings = async (document: object, path: string) =>
  (await validate(document)).filter((finding) => finding.path === path)
const levels = async (document: object, path: string) => (await findings(document, path)).map(({ level }) => level)

beforeAll(async () => {
  lake = await emptyLake()
  client = lake.client
  validate = await createValidator(client)
  await client
    .transaction()
    .create(page('page-live', '/live'))
    .create(page('drafts.page-draft', '/draft'))
    .create(page('versions.rSummer.page-release', '/release'))
    .create(city('city-live', 'new-york'))
    .create({ _id: 'legal-terms', _type: 'legalPage', title: 'Terms', path: '/terms' })
    .create(post('post-live', 'live-post'))
    .create(redirect('redirect-a', '/a', '/b?from=a'))
    .create(redirect('drafts.redirect-x', '/x', '/y'))
    .create({ _id: 'siteSettings', _type: 'siteSettings', contact: { siteUrl: 'https://www.ductwise.example' } })
    .create({ _id: 'faq-1', _type: 'faqItem', question: 'Why?', answer: [] })
    .commit()
})

afterAll(() => lake.end())

describe('a page’s path', () => {
  it.each(['/live', '/draft', '/release'])('may not be the one of another page: %s', async (path) => {
    expect(await findings(page('page-new', path), 'path')).toMatchObject([
      { level: 'error', message: expect.stringContaining('already') },
    ])
  })

  it.each([
    ['drafts.page-live', '/live'],
    ['page-draft', '/draft'],
    ['versions.rAutumn.page-release', '/release'],
  ])('may be the one of another version of the same page: %s', async (id, path) => {
    expect(await findings(page(id, path), 'path')).toEqual([])
  })

  it('may be one that is redirected, which publishing ends', async () => {
    expect(await findings(page('page-new', '/a'), 'path')).toMatchObject([
      { level: 'warning', message: expect.stringContaining('/a is redirected to /b?from=a') },
    ])
  })

  it('must be there and well formed', async () => {
    expect(await levels({ _id: 'page-new', _type: 'page', title: 'New' }, 'path')).toEqual(['error'])
    expect(await levels(page('page-new', '/Live/'), 'path')).toEqual(['error'])
  })
})

describe('a legal page’s path', () => {
  it('may not be the one of a page, nor a page’s the one of a legal page', async () => {
    const legal = { _id: 'legal-new', _type: 'legalPage', title: 'New', path: '/live' }
    expect(await levels(legal, 'path')).toEqual(['error'])
    expect(await levels(page('page-new', '/terms'), 'path')).toEqual(['error'])
    expect(await levels({ ...legal, path: '/cookies' }, 'path')).toEqual([])
  })
})

describe('a post’s slug', () => {
  it.each(['author', 'category', 'page', 'live-post', 'Not A Slug'])('may not be %s', async (slug) => {
    expect(await levels(post('post-new', slug), 'slug')).toEqual(['error'])
  })

  it('of a documentation page may not be the one of the search', async () => {
    const document = { ...post('doc-new', 'search'), _type: 'docPage' }
    expect(await levels(document, 'slug')).toEqual(['error'])
  })

  it('may be free', async () => expect(await levels(post('post-new', 'authors-we-like'), 'slug')).toEqual([]))
})

describe('a redirect', () => {
  it('may lead from a free path to one that stays', async () => {
    expect(await validate(redirect('redirect-new', '/old', '/live'))).toEqual([])
    expect(await validate(redirect('drafts.redirect-a', '/a', '/draft?from=a#top'))).toEqual([])
    expect(await validate(redirect('redirect-new', '/old', '/blog/page/2'))).toEqual([])
    expect(await validate(redirect('redirect-new', '/old', 'https://example.com/'))).toEqual([])
  })

  it.each(['/nowhere', '/hvac-ai-sdr/nowhere', '/blog/category/nothing'])('leads nowhere yet: %s', async (path) => {
    expect(await validate(redirect('redirect-new', '/old', path))).toMatchObject([
      { level: 'warning', path: 'destination', message: expect.stringContaining(path) },
    ])
  })

  it.each([
    ['/live', 'page-live'],
    ['/terms', 'Terms'],
    ['/blog/live-post', 'page is at this path'],
    ['/hvac-ai-sdr/new-york', 'Anywhere'],
    ['/a', 'already'],
    ['/x', 'already'],
    ['A/', 'written as /a'],
    ['https://www.ductwise.example/%61', 'written as /a'],
  ])('may not start at %s', async (source, reason) => {
    expect(await findings(redirect('redirect-new', source, '/elsewhere'), 'source')).toMatchObject([
      { level: 'error', message: expect.stringContaining(reason) },
    ])
  })

  it.each([
    ['/y', '/x', 'circles'],
    ['/B/', '/a', 'circles'],
    ['/old', '/old', 'back to where it starts'],
    ['/old', 'https://www.ductwise.example/live', 'write it as /live'],
  ])('from %s may not lead to %s', async (source, destination, reason) => {
    expect(await findings(redirect('redirect-new', source, destination), 'destination')).toMatchObject([
      { level: 'error', message: expect.stringContaining(reason) },
    ])
  })

  it.each(['/a', '/A#part'])('is warned that it leads on from %s', async (destination) => {
    const found = await findings(redirect('redirect-new', '/old', destination), 'destination')
    expect(found).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('visitors to /b?from=a at once') }),
    )
    expect(found.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('a link', () => {
  const leadingTo = (href: string) => settings({ headerLinks: [link('a', href)] })

  it.each(['/live', '/blog', '/blog/page/3', '/blog/live-post#end', '/a', '/login', 'https://example.com/x'])(
    'may lead to %s',
    async (href) => expect(await findings(leadingTo(href), 'headerLinks.a.href')).toEqual([]),
  )

  it.each(['/nowhere', '/hvac-ai-sdr/nowhere?a=b'])('to %s is warned of, as nothing is there', async (href) => {
    expect(await findings(leadingTo(href), 'headerLinks.a.href')).toMatchObject([
      { level: 'warning', message: expect.stringContaining('/nowhere') },
    ])
  })
})

describe('tables', () => {
  const rows = (...cells: string[][]) =>
    cells.map((row, index) => ({ _key: `r${index}`, _type: 'tableRow', cells: row }))
  const legal = (...cells: string[][]) => ({
    _id: 'legal-new',
    _type: 'legalPage',
    title: 'New',
    path: '/new',
    effectiveDate: '2026-01-01',
    body: [{ _key: 't', _type: 'table', rows: rows(...cells) }],
  })

  it('have a header and rows of its width', async () => {
    expect(await validate(legal(['Cookie', 'Purpose'], ['theme', 'Light or dark']))).toEqual([])
    expect(await levels(legal(['Cookie', 'Purpose']), 'body.t.rows')).toEqual(['error'])
    expect(await levels(legal(['Cookie', 'Purpose'], ['theme']), 'body.t.rows')).toEqual(['error'])
    const wide = Array<string>(9).fill('x')
    expect(await levels(legal(wide, wide), 'body.t.rows')).toEqual(['error'])
  })

  it('of a comparison have a cell for each column', async () => {
    const row = (_key: string, cells: string[]) => ({ _key, _type: 'comparisonRow', feature: 'Nights', cells })
    const whole = row('r', ['yes', 'no'])
    expect(await validate(comparison({ rows: [whole] }))).toEqual([])
    expect(await levels(comparison({ rows: [whole, row('s', ['yes'])] }), 'blocks.c.rows.s')).toEqual(['error'])
  })
})

describe('a badge', () => {
  it.each([
    [{ state: 'preparation' }, 'In preparation'],
    [{ state: 'report', reportDate: '2026-03-01' }, 'Report of 1 Mar 2026 · on request'],
    [{ state: 'report' }, 'Not shown: enter the date of the report'],
    [{}, 'Not shown: choose how far it is'],
  ])('says in the list of the Studio what becomes of it: %j', (fields, subtitle) => {
    const prepare = trustBadgeType.preview?.prepare as (selected: object) => { subtitle?: string }
    expect(prepare({ title: 'SOC 2', ...fields }).subtitle).toBe(subtitle)
  })
})

describe('where a city is named to others', () => {
  it('is three digits or a range of them, and the full names of states', async () => {
    const near = { zips: ['606', '600-608', '60601', 'IL'], states: ['Indiana', 'IN', 'Narnia'] }
    const wrong = await validate(newCity({ near }))
    const paths = wrong.map(({ path }) => path).filter((path) => path.startsWith('near'))
    expect(paths.toSorted()).toEqual(['near.states.1', 'near.states.2', 'near.zips.2', 'near.zips.3'])
  })
})

describe('fields', () => {
  const NOON = '2026-10-01T12:00:00.000Z'
  const seo = { _type: 'seo', title: 'x'.repeat(61), description: 'x'.repeat(161) }
  const image = { _type: 'imageWithAlt', asset: { _type: 'reference', _ref: 'faq-1' } }
  const fact = (source?: object) =>
    newCity({ localFacts: [{ _key: 'fact', _type: 'localFact', label: 'July', value: '96 °F', source }] })

  it.each<[what: string, document: object, path: string, levels: Finding['level'][]]>([
    ['the slug of another city', city('city-new', 'new-york'), 'slug', ['error']],
    ['a malformed slug', city('city-new', 'New York'), 'slug', ['error']],
    ['a new slug', city('city-new', 'chicago'), 'slug', []],
    ['the same slug in a draft', city('drafts.city-live', 'new-york'), 'slug', []],
    ['a search title that is too long', newCity({ seo }), 'seo.title', ['warning']],
    ['a search title that fits', newCity({ seo: { ...seo, title: 'Fine' } }), 'seo.title', []],
    ['a search text that is too long', newCity({ seo }), 'seo.description', ['warning']],
    ['a search text that is too short', newCity({ seo: { ...seo, description: 'A' } }), 'seo.description', ['warning']],
    ['a picture without alternative text', newCity({ image }), 'image.alt', ['error']],
    ['a picture with alternative text', newCity({ image: { ...image, alt: 'A furnace' } }), 'image.alt', []],
    ['a local fact without a source', fact(), 'localFacts.fact.source', ['error']],
    ['a source without an address', fact({ name: 'NOAA' }), 'localFacts.fact.source.url', ['error']],
    ['a source', fact({ name: 'NOAA', url: 'https://www.noaa.gov' }), 'localFacts.fact.source', []],
    ['a summary of 141 characters', newCity({ summary: 'x'.repeat(141) }), 'summary', ['error']],
    ['a summary of 140 characters', newCity({ summary: 'x'.repeat(140) }), 'summary', []],
    ['a badge without a state', badge({}), 'state', ['error']],
    ['a badge in preparation', badge({ state: 'preparation' }), 'state', []],
    ['a badge in preparation without a date', badge({ state: 'preparation' }), 'reportDate', []],
    ['a report without a date', badge({ state: 'report' }), 'reportDate', ['error']],
    ['a report with a date', badge({ state: 'report', reportDate: '2026-03-01' }), 'reportDate', []],
    ['a lower price by the year', plan({ monthly: 99, yearly: 79 }), 'yearly', []],
    ['a higher price by the year', plan({ monthly: 99, yearly: 990 }), 'yearly', ['warning']],
    ['a negative price', plan({ monthly: 99, yearly: -1 }), 'yearly', ['error']],
    ['a plan for two crews without a reason', plan({ crews: 2 }), 'limits', ['warning']],
    ['a plan for evenings without a reason', plan({ eveningsOnly: true }), 'limits', ['warning']],
    ['a plan for two crews with a reason', plan({ crews: 2, limits: 'For two crews.' }), 'limits', []],
    ['a plan for everybody', plan({}), 'limits', []],
    ['calls that are no whole number', plan({ includedCalls: 150.5 }), 'includedCalls', ['error']],
    ['a plan without its calls', plan({}), 'includedCalls', ['warning']],
    ['the second column as ours', comparison({ ours: 2 }), 'blocks.c.ours', []],
    ['a third column as ours', comparison({ ours: 3 }), 'blocks.c.ours', ['error']],
    ['column 0 as ours', comparison({ ours: 0 }), 'blocks.c.ours', ['error']],
    ['column 1.5 as ours', comparison({ ours: 1.5 }), 'blocks.c.ours', ['error']],
    ['an announcement without words', announcement({}), 'text', ['error']],
    ['an announcement that ends as it starts', announcement({ start: NOON, end: NOON }), 'end', ['error']],
    ['an announcement that ends later', announcement({ start: NOON, end: '2026-10-01T12:01:00.000Z' }), 'end', []],
    ['an announcement without a start', announcement({ end: NOON }), 'end', []],
  ])('%s', async (_, document, path, expected) => expect(await levels(document, path)).toEqual(expected))

  it('takes each question once', async () => {
    const faqs = ['a', 'b'].map((_key) => ({ _key, _type: 'reference', _ref: 'faq-1' }))
    const problems = async (questions: object[]) =>
      (await validate(newCity({ faqs: questions }))).filter(({ path }) => path.startsWith('faqs'))
    expect(await problems(faqs)).not.toEqual([])
    expect(await problems(faqs.slice(1))).toEqual([])
  })

  it('judges links in buttons and in text', async () => {
    const dangerous = heroWith(link('a', 'javascript:alert(1)'))
    expect(await levels(dangerous, 'blocks.hero.actions.a.href')).toEqual(['error'])

    const mark = { _key: 'm', _type: 'link', kind: 'external', href: '//evil.example' }
    const span = { _key: 's', _type: 'span', text: 'here', marks: ['m'] }
    const answer = [{ _key: 'b', _type: 'block', style: 'normal', markDefs: [mark], children: [span] }]
    const faq = { _id: 'faq-2', _type: 'faqItem', question: 'Where?', answer }
    expect(await levels(faq, 'answer.b.markDefs.m.href')).toEqual(['error'])
  })

  it('lets phone and mail addresses through', async () => {
    const hero = heroWith(link('a', 'tel:+12125550142'), link('b', 'mailto:hello@ductwise.example'))
    expect(await validate(hero)).toEqual([])
  })

  it('allows two buttons, not three', async () => {
    const hero = heroWith(...['a', 'b', 'c'].map((key) => link(key, 'https://example.com')))
    expect(await levels(hero, 'blocks.hero.actions')).toEqual(['error'])
  })

  it('wants no link of an announcement, as its form starts, but all of one that is begun', async () => {
    const text = { _id: 'drafts.announcement-3', _type: 'announcement', text: 'Closed on Thursday' }
    const findingsOf = async (link: object) => (await validate({ ...text, link })).map(({ path }) => path)
    expect(await findingsOf({ kind: 'internal' })).toEqual([])
    expect(await findingsOf({ kind: 'external' })).toEqual([])
    expect(await findingsOf({ kind: 'internal', label: 'See' })).toEqual(['link.internal'])
    expect(await findingsOf({ kind: 'external', href: 'https://example.com/' })).toEqual(['link.label'])
  })

  it('wants a label and a target of a link that was added to a list', async () => {
    const footer = [{ _key: 'a', _type: 'footerColumn', title: 'Us', links: [{ _key: 'b', kind: 'internal' }] }]
    const problems = await validate(settings({ footerColumns: footer }))
    const paths = problems.map(({ path }) => path)
    expect(paths).toContain('footerColumns.a.links.b.label')
    expect(paths).toContain('footerColumns.a.links.b.internal')
  })

  it('warns of a link in the footer that repeats the contact address', async () => {
    const footer = (href: string) => settings({ footerColumns: [{ _key: 'a', title: 'Us', links: [link('b', href)] }] })
    expect(await levels(footer('mailto:hello@ductwise.example'), 'footerColumns.a.links')).toEqual(['warning'])
    expect(await levels(footer('https://example.com/'), 'footerColumns.a.links')).toEqual([])
  })

  it('warns of another announcement that runs at the same time', async () => {
    const planned = { _type: 'announcement', text: 'Heat', start: '2026-10-01T08:00:00Z', end: '2026-10-31T08:00:00Z' }
    await client.createOrReplace({ ...planned, _id: 'announcement-heat' })
    const at = (start?: string, end?: string) =>
      findings({ _id: 'drafts.announcement-2', _type: 'announcement', text: 'Cold', start, end }, 'start')
    expect(await at('2026-10-30T08:00:00Z', '2026-11-30T08:00:00Z')).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('“Heat” runs at the same time') }),
    ])
    expect(await at('2026-09-01T08:00:00Z')).toHaveLength(1)
    expect(await at('2026-10-31T08:00:00Z')).toEqual([])
    expect(await at('2026-09-01T08:00:00Z', '2026-10-01T08:00:00Z')).toEqual([])
    expect(await levels({ ...planned, _id: 'drafts.announcement-heat' }, 'start')).toEqual([])
  })

  it('wants a time as it is spoken', async () => {
    const lines = ['a', 'b'].map((_key) => ({ _key, _type: 'callLine', speaker: 'caller', text: 'Hello' }))
    const callAt = (startedAt: string) => {
      const call = { startedAt, outcome: 'Booked', lines }
      return pageWith({ _key: 'call', _type: 'conversationBlock', heading: 'A call', call })
    }
    expect(await validate(callAt('2:14 a.m.'))).toEqual([])
    expect(await levels(callAt('14:14'), 'blocks.call.call.startedAt')).toEqual(['error'])
  })
})
