import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import {
  LOCATION_QUERY,
  getLocations,
  type LocatedDocument,
  mainDocuments,
} from '../../../studio/preview/presentation.ts'

describe('document locations', () => {
  const buildReference = (id: string) => ({ _type: 'reference', _key: id, _ref: id })
  const dataset = [
    { _id: 'siteSettings', _type: 'siteSettings', trust: { faqs: [buildReference('faq-trust')] } },
    { _id: 'page-home', _type: 'page', title: 'Home', path: '/', blocks: [{ faqs: [buildReference('faq-trust')] }] },
    {
      _id: 'page-pricing',
      _type: 'page',
      title: 'Pricing',
      path: '/pricing',
      blocks: [{ faqs: [buildReference('faq-cost')] }],
    },
    {
      _id: 'city-austin',
      _type: 'city',
      name: 'Austin',
      slug: { current: 'austin' },
      faqs: [buildReference('faq-cost')],
    },
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
      author: buildReference('author-jo'),
      category: buildReference('category-calls'),
    },
    { _id: 'post-new', _type: 'post', title: 'New' },
    { _id: 'press-one', _type: 'pressItem', title: 'News', slug: { current: 'news' } },
    { _id: 'pressKit', _type: 'pressKit', heading: 'For the press' },
    { _id: 'section-one', _type: 'docSection', title: 'Start', slug: { current: 'start' } },
    {
      _id: 'doc-one',
      _type: 'docPage',
      title: 'Call',
      slug: { current: 'first-call' },
      section: buildReference('section-one'),
    },
    { _id: 'legal-terms', _type: 'legalPage', title: 'Terms', path: '/terms' },
    { _id: 'plan-solo', _type: 'pricingPlan', name: 'Solo' },
    { _id: 'plan-unused', _type: 'pricingPlan', name: 'Nobody’s' },
    {
      _id: 'page-plans',
      _type: 'page',
      title: 'Plans',
      path: '/plans',
      blocks: [{ plans: [buildReference('plan-solo')] }],
    },
    { _id: 'redirect-one', _type: 'redirect', source: '/old', destination: '/pricing' },
    { _id: 'redirect-out', _type: 'redirect', source: '/out', destination: 'https://example.com' },
    { _id: 'redirect-new', _type: 'redirect' },
    { _id: 'other', _type: 'sanity.imageAsset' },
  ]
  const fetchLocations = async (id: string) => {
    const value = await evaluate(parse(LOCATION_QUERY, { params: { id } }), { dataset, params: { id } })
    return getLocations((await value.get()) as LocatedDocument | null)
  }
  const fetchHrefs = async (id: string) => (await fetchLocations(id))?.locations?.map(({ href }) => href)

  it('of a page contain its path', async () => {
    expect(await fetchLocations('page-pricing')).toEqual({ locations: [{ title: 'Pricing', href: '/pricing' }] })
  })

  it('of a city contain its own page, the city index and the home page', async () => {
    expect(await fetchHrefs('city-austin')).toEqual(['/hvac-ai-sdr/austin', '/hvac-ai-sdr', '/'])
  })

  it('of a city without a slug explain what is missing', async () => {
    const state = await fetchLocations('city-new')
    expect(state?.locations).toBeUndefined()
    expect(state?.message).toMatch(/slug/)
    expect(state?.tone).toBe('caution')
  })

  it('of a question contain the pages and cities that reference it', async () => {
    expect(await fetchLocations('faq-cost')).toEqual({
      locations: [
        { title: 'Pricing', href: '/pricing' },
        { title: 'Austin', href: '/hvac-ai-sdr/austin' },
      ],
    })
  })

  it('of a trust section question mention all pages and list the home page once', async () => {
    const state = await fetchLocations('faq-trust')
    expect(state?.message).toMatch(/all pages/)
    expect(state?.locations?.map(({ href }) => href)).toEqual(['/'])
  })

  it('of an unused question state that it is not used', async () => {
    const state = await fetchLocations('faq-unused')
    expect(state).toMatchObject({ tone: 'caution', message: expect.stringMatching(/not used/i) })
    expect(state?.locations).toBeUndefined()
  })

  it.each(['siteSettings', 'badge', 'integration'])('of %s mention all pages', async (id) => {
    const state = await fetchLocations(id)
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
  ])('of %s contain its own page and the lists that show it', async (id, places) => {
    expect(await fetchHrefs(id)).toEqual(places)
  })

  it('of an incomplete document explain what is missing', async () => {
    expect(await fetchLocations('post-new')).toMatchObject({ message: expect.stringMatching(/slug/), tone: 'caution' })
    expect(await fetchLocations('plan-unused')).toMatchObject({ message: expect.stringMatching(/not used/i) })
  })

  it('of a redirect show its destination', async () => {
    expect(await fetchLocations('redirect-out')).toEqual({ message: '/out redirects to https://example.com' })
    expect(await fetchLocations('redirect-new')).toBeUndefined()
  })

  it('are undefined for a missing document or a type without a page', async () => {
    expect(await fetchLocations('missing')).toBeUndefined()
    expect(await fetchLocations('other')).toBeUndefined()
  })
})

describe('main document', () => {
  const dataset = [
    { _id: 'page-home', _type: 'page', path: '/' },
    { _id: 'page-index', _type: 'page', path: '/hvac-ai-sdr' },
    { _id: 'page-privacy', _type: 'page', path: '/legal/privacy' },
    { _id: 'siteSettings', _type: 'siteSettings' },
    { _id: 'pressKit', _type: 'pressKit' },
    { _id: 'legal-terms', _type: 'legalPage', path: '/terms' },
    ...['post', 'author', 'category', 'pressItem', 'docPage'].map((_type) => ({
      _id: `${_type}-one`,
      _type,
      slug: { current: 'one' },
    })),
    { _id: 'city-austin', _type: 'city', slug: { current: 'austin' } },
  ]
  /**
   * Resolves a path like the Presentation tool: it matches with URLPattern, allows one trailing slash
   * and takes the first matching route.
   */
  const resolveMainDocument = (path: string) => {
    for (const resolver of mainDocuments) {
      for (const route of [resolver.route].flat()) {
        const match = new URLPattern({ pathname: `${route}{/}?` }).exec({ pathname: path })
        if (!match) continue
        const groups = Object.entries(match.pathname.groups)
        const params = Object.fromEntries(groups.map(([name, value]) => [name, value ?? '']))
        return resolver.resolve?.({ origin: 'http://localhost:3000', path, params })
      }
    }
    return undefined
  }
  const fetchMainDocument = async (path: string) => {
    const { filter = 'false', params = {} } = resolveMainDocument(path) ?? {}
    const query = `*[${filter}][0]._id`
    return (await evaluate(parse(query, { params }), { dataset, params })).get()
  }

  it.each([
    ['/', 'page-home'],
    ['/hvac-ai-sdr', 'page-index'],
    ['/hvac-ai-sdr/', 'page-index'],
    ['/hvac-ai-sdr/austin', 'city-austin'],
    ['/hvac-ai-sdr/austin/', 'city-austin'],
    ['/legal/privacy', 'page-privacy'],
    ['/terms', 'legal-terms'],
    ['/blog', 'siteSettings'],
    ['/blog/page/2', 'siteSettings'],
    ['/blog/one', 'post-one'],
    ['/blog/author/one', 'author-one'],
    ['/blog/author/one/page/2', 'author-one'],
    ['/blog/category/one', 'category-one'],
    ['/press', 'pressKit'],
    ['/press/one', 'pressItem-one'],
    ['/documentation', 'siteSettings'],
    ['/documentation/one', 'docPage-one'],
    ['/api', 'siteSettings'],
    ['/blog/two', null],
    ['/nowhere', null],
    ['/hvac-ai-sdr/nowhere', null],
  ])('of %s is %s', async (path, id) => expect(await fetchMainDocument(path)).toBe(id))

  it('query passes visitor input as a parameter, never inside the filter', () => {
    const resolved = resolveMainDocument('/hvac-ai-sdr/" || true || "')
    expect(resolved?.filter).not.toContain('true')
    expect(resolved?.params?.slug).toContain('true')
  })
})
