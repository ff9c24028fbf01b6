import type { SanityClient } from '@sanity/client'
import { trustBadgeType } from '../../../sanity/schema/documents/trust-badge.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyLake, emptyLake } from '../../support/empty-lake.ts'
import { createValidator, type Finding } from './workspace.ts'

let lake: EmptyLake
let client: SanityClient
let validate: (document: object) => Promise<Finding[]>

const city = (id: string, slug: string) => ({
  _id: id,
  _type: 'city',
  name: 'Anywhere',
  slug: { _type: 'slug', current: slug },
})
const post = (id: string, slug: string) => ({ _id: id, _type: 'post', slug: { _type: 'slug', current: slug } })
const redirect = (id: string, source: string, destination: string) => ({
  _id: id,
  _type: 'redirect',
  source,
  destination,
})
const page = (id: string, path: string) => ({ _id: id, _type: 'page', title: `Page ${id}`, path })
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

  it('may be free', async () => {
    expect(await levels(post('post-new', 'authors-we-like'), 'slug')).toEqual([])
  })
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
  const settings = (href: string) => ({
    _id: 'siteSettings',
    _type: 'siteSettings',
    headerLinks: [{ _key: 'a', _type: 'link', label: 'There', kind: 'external', href }],
  })

  it.each(['/live', '/blog', '/blog/page/3', '/blog/live-post#end', '/a', '/login', 'https://example.com/x'])(
    'may lead to %s',
    async (href) => expect(await findings(settings(href), 'headerLinks.a.href')).toEqual([]),
  )

  it.each(['/nowhere', '/hvac-ai-sdr/nowhere?a=b'])('to %s is warned of, as nothing is there', async (href) => {
    expect(await findings(settings(href), 'headerLinks.a.href')).toMatchObject([
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
    expect(await levels(legal(Array<string>(9).fill('x'), Array<string>(9).fill('x')), 'body.t.rows')).toEqual([
      'error',
    ])
  })

  it('of a comparison have a cell for each column', async () => {
    const row = (_key: string, cells: string[]) => ({ _key, _type: 'comparisonRow', feature: 'Nights', cells })
    const block = (...comparison: object[]) => ({
      ...page('page-new', '/new'),
      blocks: [{ _key: 'c', _type: 'comparisonBlock', heading: 'Compared', columns: ['A', 'B'], rows: comparison }],
    })
    expect(await validate(block(row('r', ['yes', 'no'])))).toEqual([])
    expect(await levels(block(row('r', ['yes', 'no']), row('s', ['yes'])), 'blocks.c.rows.s')).toEqual(['error'])
  })
})

describe('a badge', () => {
  const badge = (fields: object) => ({ _id: 'badge-new', _type: 'trustBadge', name: 'SOC 2', ...fields })

  it('says how far it is', async () => {
    expect(await levels(badge({}), 'state')).toEqual(['error'])
    expect(await levels(badge({ state: 'preparation' }), 'state')).toEqual([])
  })

  it('has the date of its report', async () => {
    expect(await levels(badge({ state: 'report' }), 'reportDate')).toEqual(['error'])
    expect(await levels(badge({ state: 'report', reportDate: '2026-03-01' }), 'reportDate')).toEqual([])
    expect(await levels(badge({ state: 'preparation' }), 'reportDate')).toEqual([])
  })

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

describe('a price', () => {
  const plan = (monthly: number, yearly: number) => ({
    _id: 'plan-new',
    _type: 'pricingPlan',
    name: 'Solo',
    monthly,
    yearly,
  })

  it('is not higher when a year is paid at once, or the editor is asked', async () => {
    expect(await levels(plan(99, 79), 'yearly')).toEqual([])
    expect(await levels(plan(99, 990), 'yearly')).toEqual(['warning'])
    expect(await levels(plan(99, -1), 'yearly')).toEqual(['error'])
  })
})

describe('our column of a comparison', () => {
  it('is one that there is', async () => {
    const block = (ours: number) => ({
      ...page('page-new', '/new'),
      blocks: [{ _key: 'c', _type: 'comparisonBlock', heading: 'Compared', columns: ['A', 'B'], ours }],
    })
    const found = async (ours: number) =>
      (await validate(block(ours))).filter(({ path }) => path.endsWith('ours')).map(({ level }) => level)
    expect([await found(2), await found(3), await found(0), await found(1.5)]).toEqual([
      [],
      ['error'],
      ['error'],
      ['error'],
    ])
  })
})

describe('a plan that is not for everybody', () => {
  const plan = (fields: object) => ({ _id: 'plan-new', _type: 'pricingPlan', name: 'Solo', ...fields })

  it('should say why not, for the plan finder', async () => {
    expect(await levels(plan({ crews: 2 }), 'limits')).toEqual(['warning'])
    expect(await levels(plan({ eveningsOnly: true }), 'limits')).toEqual(['warning'])
    expect(await levels(plan({ crews: 2, limits: 'For two crews.' }), 'limits')).toEqual([])
    expect(await levels(plan({}), 'limits')).toEqual([])
  })

  it('counts calls in whole numbers', async () => {
    expect(await levels(plan({ includedCalls: 150.5 }), 'includedCalls')).toEqual(['error'])
    expect(await levels(plan({}), 'includedCalls')).toEqual(['warning'])
  })
})

describe('where a city is named to others', () => {
  const near = (fields: object) => ({ ...city('city-new', 'chicago'), near: fields })

  it('is three digits or a range of them, and the full names of states', async () => {
    const wrong = await validate(near({ zips: ['606', '600-608', '60601', 'IL'], states: ['Indiana', 'IN', 'Narnia'] }))
    const paths = wrong.map(({ path }) => path).filter((path) => path.startsWith('near'))
    expect(paths.toSorted()).toEqual(['near.states.1', 'near.states.2', 'near.zips.2', 'near.zips.3'])
  })
})

describe('a city’s slug', () => {
  it('may not be the one of another city', async () => {
    expect(await levels(city('city-new', 'new-york'), 'slug')).toEqual(['error'])
  })

  it('may be its own, or new', async () => {
    expect(await levels(city('drafts.city-live', 'new-york'), 'slug')).toEqual([])
    expect(await levels(city('city-new', 'chicago'), 'slug')).toEqual([])
  })

  it('must be well formed', async () => {
    expect(await levels(city('city-new', 'New York'), 'slug')).toEqual(['error'])
  })
})

describe('fields', () => {
  it('warns about search texts that are too long or too short, and blocks nothing', async () => {
    const seo = { _type: 'seo', title: 'x'.repeat(61), description: 'x'.repeat(161) }
    expect(await levels({ ...page('page-new', '/new'), seo }, 'seo.title')).toEqual(['warning'])
    expect(await levels({ ...page('page-new', '/new'), seo }, 'seo.description')).toEqual(['warning'])
    const short = { ...seo, title: 'Fine', description: 'Short' }
    expect(await levels({ ...page('page-new', '/new'), seo: short }, 'seo.description')).toEqual(['warning'])
    expect(await levels({ ...page('page-new', '/new'), seo: short }, 'seo.title')).toEqual([])
  })

  it('asks for alternative text once there is a picture', async () => {
    const image = { _type: 'imageWithAlt', asset: { _type: 'reference', _ref: 'faq-1' } }
    expect(await levels({ ...city('city-new', 'chicago'), image }, 'image.alt')).toEqual(['error'])
    expect(
      await levels({ ...city('city-new', 'chicago'), image: { ...image, alt: 'A furnace' } }, 'image.alt'),
    ).toEqual([])
  })

  it('takes each question once', async () => {
    const faqs = ['a', 'b'].map((_key) => ({ _key, _type: 'reference', _ref: 'faq-1' }))
    expect(
      (await validate({ ...city('city-new', 'chicago'), faqs })).filter(({ path }) => path.startsWith('faqs')),
    ).not.toEqual([])
    expect(
      (await validate({ ...city('city-new', 'chicago'), faqs: faqs.slice(1) })).filter(({ path }) =>
        path.startsWith('faqs'),
      ),
    ).toEqual([])
  })

  it('wants a source for a local fact', async () => {
    const fact = { _key: 'fact', _type: 'localFact', label: 'July', value: '96 °F' }
    const source = { name: 'NOAA', url: 'https://www.noaa.gov' }
    const withFact = (localFact: object) => ({ ...city('city-new', 'chicago'), localFacts: [localFact] })
    expect(await levels(withFact(fact), 'localFacts.fact.source')).toEqual(['error'])
    expect(await levels(withFact({ ...fact, source: { name: 'NOAA' } }), 'localFacts.fact.source.url')).toEqual([
      'error',
    ])
    expect(await levels(withFact({ ...fact, source }), 'localFacts.fact.source')).toEqual([])
  })

  it('keeps a summary within 140 characters', async () => {
    expect(await levels({ ...city('city-new', 'chicago'), summary: 'x'.repeat(141) }, 'summary')).toEqual(['error'])
    expect(await levels({ ...city('city-new', 'chicago'), summary: 'x'.repeat(140) }, 'summary')).toEqual([])
  })

  it('judges links in buttons and in text', async () => {
    const action = { _key: 'a', _type: 'link', label: 'Go', kind: 'external', href: 'javascript:alert(1)' }
    const hero = { _key: 'hero', _type: 'heroBlock', heading: 'A heading', actions: [action] }
    expect(await levels({ ...page('page-new', '/new'), blocks: [hero] }, 'blocks.hero.actions.a.href')).toEqual([
      'error',
    ])

    const mark = { _key: 'm', _type: 'link', kind: 'external', href: '//evil.example' }
    const span = { _key: 's', _type: 'span', text: 'here', marks: ['m'] }
    const answer = [{ _key: 'b', _type: 'block', style: 'normal', markDefs: [mark], children: [span] }]
    const faq = { _id: 'faq-2', _type: 'faqItem', question: 'Where?', answer }
    expect(await levels(faq, 'answer.b.markDefs.m.href')).toEqual(['error'])
  })

  it('lets phone and mail addresses through', async () => {
    const actions = ['tel:+12125550142', 'mailto:hello@ductwise.example'].map((href, index) => ({
      _key: `a${index}`,
      _type: 'link',
      label: 'Go',
      kind: 'external',
      href,
    }))
    const hero = { _key: 'hero', _type: 'heroBlock', heading: 'A heading', actions }
    expect(await validate({ ...page('page-new', '/new'), blocks: [hero] })).toEqual([])
  })

  it('allows two buttons, not three', async () => {
    const actions = ['a', 'b', 'c'].map((_key) => ({
      _key,
      _type: 'link',
      label: 'Go',
      kind: 'external',
      href: 'https://example.com',
    }))
    const hero = { _key: 'hero', _type: 'heroBlock', heading: 'A heading', actions }
    expect(await levels({ ...page('page-new', '/new'), blocks: [hero] }, 'blocks.hero.actions')).toEqual(['error'])
  })

  it('wants words for an announcement, and an end after its start', async () => {
    const times = { start: '2026-10-01T08:00:00.000Z', end: '2026-10-01T08:00:00.000Z' }
    const announcement = { _id: 'drafts.announcement-1', _type: 'announcement', ...times }
    expect(await levels(announcement, 'text')).toEqual(['error'])
    expect(await levels(announcement, 'end')).toEqual(['error'])
    expect(await levels({ ...announcement, end: '2026-10-01T08:01:00.000Z' }, 'end')).toEqual([])
    expect(await levels({ ...announcement, start: undefined }, 'end')).toEqual([])
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
    const problems = await validate({ _id: 'siteSettings', _type: 'siteSettings', footerColumns: footer })
    const paths = problems.map(({ path }) => path)
    expect(paths).toContain('footerColumns.a.links.b.label')
    expect(paths).toContain('footerColumns.a.links.b.internal')
  })

  it('warns of a link in the footer that repeats the contact address', async () => {
    const column = (href: string) => [
      { _key: 'a', title: 'Us', links: [{ _key: 'b', label: 'Email', kind: 'external', href }] },
    ]
    const levelsOf = (href: string) =>
      levels({ _id: 'siteSettings', _type: 'siteSettings', footerColumns: column(href) }, 'footerColumns.a.links')
    expect(await levelsOf('mailto:hello@ductwise.example')).toEqual(['warning'])
    expect(await levelsOf('https://example.com/')).toEqual([])
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
    const call = (startedAt: string) => ({
      startedAt,
      outcome: 'Booked',
      lines: ['a', 'b'].map((_key) => ({ _key, _type: 'callLine', speaker: 'caller', text: 'Hello' })),
    })
    const block = (startedAt: string) => ({
      _key: 'call',
      _type: 'conversationBlock',
      heading: 'A call',
      call: call(startedAt),
    })
    expect(await validate({ ...page('page-new', '/new'), blocks: [block('2:14 a.m.')] })).toEqual([])
    expect(
      await levels({ ...page('page-new', '/new'), blocks: [block('14:14')] }, 'blocks.call.call.startedAt'),
    ).toEqual(['error'])
  })
})
