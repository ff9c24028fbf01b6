import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'

import { LOCATION_QUERY, locationsOf } from '../../../studio/preview/locations.ts'
import type { LocatedDocument } from '../../../studio/preview/locations.ts'

const reference = (id: string) => ({ _type: 'reference', _key: id, _ref: id })

const dataset = [
  { _id: 'siteSettings', _type: 'siteSettings', trust: { faqs: [reference('faq-trust')] } },
  { _id: 'page-home', _type: 'page', title: 'Home', path: '/', blocks: [{ faqs: [reference('faq-trust')] }] },
  {
    _id: 'page-pricing',
    _type: 'page',
    title: 'Pricing',
    path: '/pricing',
    blocks: [{ faqs: [reference('faq-cost')] }],
  },
  { _id: 'city-austin', _type: 'city', name: 'Austin', slug: { current: 'austin' }, faqs: [reference('faq-cost')] },
  { _id: 'city-new', _type: 'city', name: 'Nowhere yet', faqs: [] },
  { _id: 'faq-trust', _type: 'faqItem', question: 'Who owns the recordings?' },
  { _id: 'faq-cost', _type: 'faqItem', question: 'What does it cost?' },
  { _id: 'faq-unused', _type: 'faqItem', question: 'Is anybody there?' },
  { _id: 'badge', _type: 'trustBadge', name: 'Recording notice' },
  { _id: 'integration', _type: 'integration', name: 'Calendar' },
  { _id: 'author-jo', _type: 'author', name: 'Jo', slug: { current: 'jo' } },
  { _id: 'category-calls', _type: 'category', title: 'Calls', slug: { current: 'calls' } },
  {
    _id: 'post-one',
    _type: 'post',
    title: 'One',
    slug: { current: 'one' },
    author: reference('author-jo'),
    category: reference('category-calls'),
  },
  { _id: 'post-new', _type: 'post', title: 'New' },
  { _id: 'press-one', _type: 'pressItem', title: 'News', slug: { current: 'news' } },
  { _id: 'pressKit', _type: 'pressKit', heading: 'For the press' },
  { _id: 'section-one', _type: 'docSection', title: 'Start', slug: { current: 'start' } },
  {
    _id: 'doc-one',
    _type: 'docPage',
    title: 'First call',
    slug: { current: 'first-call' },
    section: reference('section-one'),
  },
  { _id: 'legal-terms', _type: 'legalPage', title: 'Terms', path: '/terms' },
  { _id: 'plan-solo', _type: 'pricingPlan', name: 'Solo' },
  { _id: 'plan-unused', _type: 'pricingPlan', name: 'Nobody’s' },
  { _id: 'page-plans', _type: 'page', title: 'Plans', path: '/plans', blocks: [{ plans: [reference('plan-solo')] }] },
  { _id: 'redirect-one', _type: 'redirect', source: '/old', destination: '/pricing' },
  { _id: 'redirect-out', _type: 'redirect', source: '/out', destination: 'https://example.com' },
  { _id: 'redirect-new', _type: 'redirect' },
  { _id: 'other', _type: 'sanity.imageAsset' },
]

const locationsFor = async (id: string) => {
  const value = await evaluate(parse(LOCATION_QUERY, { params: { id } }), { dataset, params: { id } })
  return locationsOf((await value.get()) as LocatedDocument | null)
}

const hrefs = async (id: string) => (await locationsFor(id))?.locations?.map(({ href }) => href)

describe('where a document is used', () => {
  it('a page is at its path', async () => {
    expect(await locationsFor('page-pricing')).toEqual({ locations: [{ title: 'Pricing', href: '/pricing' }] })
  })

  it('a city is at its own page, on the city index and on the home page', async () => {
    expect(await hrefs('city-austin')).toEqual(['/hvac-ai-sdr/austin', '/hvac-ai-sdr', '/'])
  })

  it('a city without a slug says what it lacks', async () => {
    const state = await locationsFor('city-new')
    expect(state?.locations).toBeUndefined()
    expect(state?.message).toMatch(/slug/)
    expect(state?.tone).toBe('caution')
  })

  it('a question is where pages and cities reference it', async () => {
    expect(await locationsFor('faq-cost')).toEqual({
      locations: [
        { title: 'Pricing', href: '/pricing' },
        { title: 'Austin', href: '/hvac-ai-sdr/austin' },
      ],
    })
  })

  it('a question of the trust section is on all pages, the home page named once', async () => {
    const state = await locationsFor('faq-trust')
    expect(state?.message).toMatch(/all pages/)
    expect(state?.locations?.map(({ href }) => href)).toEqual(['/'])
  })

  it('a question nobody uses says so', async () => {
    const state = await locationsFor('faq-unused')
    expect(state).toMatchObject({ tone: 'caution', message: expect.stringMatching(/not used/i) })
    expect(state?.locations).toBeUndefined()
  })

  it.each(['siteSettings', 'badge', 'integration'])('%s is on all pages', async (id) => {
    const state = await locationsFor(id)
    expect(state).toMatchObject({ tone: 'caution', message: expect.stringMatching(/all pages/) })
    expect(state?.locations?.[0]?.href).toBe('/')
  })

  it.each([
    ['post-one', ['/blog/one', '/blog', '/blog/category/calls', '/blog/author/jo']],
    ['author-jo', ['/blog/author/jo', '/blog/one']],
    ['category-calls', ['/blog/category/calls', '/blog']],
    ['press-one', ['/press/news', '/press']],
    ['pressKit', ['/press']],
    ['section-one', ['/documentation', '/documentation/first-call']],
    ['doc-one', ['/documentation/first-call', '/documentation']],
    ['legal-terms', ['/terms']],
    ['plan-solo', ['/plans']],
    ['redirect-one', ['/pricing']],
  ])('%s is at its own page and on the lists that show it', async (id, places) => {
    expect(await hrefs(id)).toEqual(places)
  })

  it('says what is missing', async () => {
    expect(await locationsFor('post-new')).toMatchObject({ message: expect.stringMatching(/slug/), tone: 'caution' })
    expect(await locationsFor('plan-unused')).toMatchObject({ message: expect.stringMatching(/not used/i) })
  })

  it('says where a redirect leads', async () => {
    expect(await locationsFor('redirect-out')).toEqual({ message: 'Visitors of /out are sent to https://example.com' })
    expect(await locationsFor('redirect-new')).toBeUndefined()
  })

  it('has nothing to say about a missing document or a type that is on no page', async () => {
    expect(await locationsFor('missing')).toBeUndefined()
    expect(await locationsFor('other')).toBeUndefined()
  })
})
