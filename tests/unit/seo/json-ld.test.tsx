import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { JsonLd } from '../../../components/site/seo/json-ld.tsx'
import {
  buildBlog,
  buildBlogPosting,
  buildBreadcrumbList,
  buildCollectionPage,
  buildFaqPage,
  buildProfilePage,
  buildService,
  buildTechArticle,
  buildWebPage,
} from '../../../lib/site/seo/json-ld/page.ts'
import { serialize } from '../../../lib/site/seo/json-ld/serialize.ts'
import { buildOrganization, buildSoftwareApplication, buildWebSite } from '../../../lib/site/seo/json-ld/site.ts'
import { findProblems } from '../../support/pages/schema-org.ts'
import { encodeClickToEdit } from '../../support/click-to-edit.ts'

const site = {
  siteUrl: 'https://www.example.com',
  brand: 'Ductwise',
  tagline: 'Answers when you cannot',
  phone: '+1 212 555 0142',
  email: 'hello@example.com',
  profiles: ['https://www.linkedin.com/company/example', null, 'javascript:alert(1)'],
}

const buildText = (...paragraphs: string[]) =>
  paragraphs.map((paragraph, index) => ({
    _type: 'block',
    _key: String(index),
    children: [{ _type: 'span', _key: 'a', text: paragraph, marks: [] }],
  }))

const updatedAt = '2026-02-01T08:00:00Z'

const post = {
  title: 'What a missed call in January costs',
  path: '/blog/missed-calls',
  excerpt: 'The arithmetic of a cold night.',
  publishedAt: '2026-01-10T08:00:00Z',
  updatedAt,
  author: { name: 'Ada Writer', path: '/blog/author/ada', isTeam: false },
  category: 'Calls',
  image: 'https://www.example.com/share/blog/missed-calls',
}

const places = [
  { name: 'Phoenix', state: 'Arizona' },
  { name: 'Chicago', state: null },
]

const list = {
  name: 'Notes',
  path: '/blog/page/2',
  description: 'From beside the phone',
  entries: [
    { name: 'One', path: '/blog/one' },
    { name: 'Two', path: '/blog/two' },
  ],
  first: 11,
}

const desk = { name: 'The desk', path: '/blog/author/desk', isTeam: true, role: 'Editors', bio: 'Writes about phones.' }

const doc = {
  title: 'Forward your number',
  path: '/documentation/forward-your-number',
  summary: 'Four ways.',
  section: 'Getting started',
  updatedAt,
}

const terms = { name: 'Terms', path: '/terms', description: 'What holds.', publishedAt: '2026-01-01', updatedAt }

describe('JSON-LD node', () => {
  it.each([
    ['Organization', buildOrganization(site)],
    ['minimal Organization', buildOrganization({ siteUrl: site.siteUrl, brand: site.brand })],
    ['WebSite', buildWebSite(site)],
    ['SoftwareApplication', buildSoftwareApplication(site, [{ name: 'Solo', monthly: 99 }])],
    ['Service', buildService(site, { name: 'AI-SDR', path: '/hvac-ai-sdr', description: 'Calls', places })],
    ['FAQPage', buildFaqPage([{ question: 'Does it sleep?', answer: buildText('No.') }])],
    ['BreadcrumbList', buildBreadcrumbList(site, [{ name: 'All cities', path: '/hvac-ai-sdr' }])],
    ['BlogPosting', buildBlogPosting(site, post)],
    ['minimal BlogPosting', buildBlogPosting(site, { ...post, excerpt: null, category: null, image: undefined })],
    ['Blog', buildBlog(site, list)],
    ['CollectionPage', buildCollectionPage(site, list)],
    ['minimal CollectionPage', buildCollectionPage(site, { ...list, description: null })],
    ['ProfilePage of a team', buildProfilePage(site, desk)],
    ['ProfilePage of a person', buildProfilePage(site, { ...desk, isTeam: false })],
    ['minimal ProfilePage', buildProfilePage(site, { ...desk, role: null, bio: null })],
    ['TechArticle', buildTechArticle(site, doc)],
    ['minimal TechArticle', buildTechArticle(site, { ...doc, summary: null, section: null })],
    ['WebPage', buildWebPage(site, terms)],
    ['minimal WebPage', buildWebPage(site, { name: 'API reference', path: '/api' })],
  ])('%s is valid according to schema.org', (_name, node) => {
    expect(node).toBeDefined()
    expect(findProblems(node)).toEqual([])
  })

  it('fails validation with an unknown property or type, or a missing or empty value', () => {
    expect(findProblems({ '@type': 'WebSite', name: 'a', url: 'b', colour: 'red' })).toEqual([
      'node.colour is no property of WebSite',
    ])
    expect(findProblems({ '@type': 'Furnace' })).toEqual(['node: Furnace is no type of schema.org'])
    expect(findProblems({ '@type': 'WebSite', name: '' })).toEqual(['node.url is missing', 'node.name is empty'])
    expect(findProblems({ '@type': 'FAQPage', mainEntity: [{ name: 'a' }] })).toEqual([
      'node.mainEntity[0] has no type',
    ])
  })
})

describe('JSON-LD content', () => {
  it('lists only safe profile URLs of the organization', () => {
    expect(buildOrganization(site)).toMatchObject({ sameAs: ['https://www.linkedin.com/company/example'] })
  })

  it('lists each served city with its state', () => {
    expect(buildService(site, { name: 'AI-SDR', path: '/hvac-ai-sdr', places })).toMatchObject({
      areaServed: [
        { '@type': 'City', name: 'Phoenix', containedInPlace: { '@type': 'State', name: 'Arizona' } },
        { '@type': 'City', name: 'Chicago' },
      ],
    })
  })

  it('numbers breadcrumbs from the home page', () => {
    expect(buildBreadcrumbList(site, [{ name: 'All cities', path: '/hvac-ai-sdr' }])).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://www.example.com/' },
        { position: 2, name: 'All cities', item: 'https://www.example.com/hvac-ai-sdr' },
      ],
    })
  })

  it('continues list positions from previous pages', () => {
    expect(buildBlog(site, list)).toMatchObject({
      url: 'https://www.example.com/blog/page/2',
      mainEntity: {
        numberOfItems: 2,
        itemListElement: [
          { position: 11, name: 'One', url: 'https://www.example.com/blog/one' },
          { position: 12, name: 'Two', url: 'https://www.example.com/blog/two' },
        ],
      },
    })
  })

  it('marks an author as a person only if the content does', () => {
    expect(buildProfilePage(site, desk)).toMatchObject({
      mainEntity: { '@type': 'Organization', parentOrganization: { name: 'Ductwise' } },
    })
    const person = buildProfilePage(site, { ...desk, isTeam: false })
    expect(person).toMatchObject({ mainEntity: { '@type': 'Person', jobTitle: 'Editors' } })
    expect(person.mainEntity).not.toHaveProperty('parentOrganization')
    expect(buildBlogPosting(site, { ...post, author: desk })).toMatchObject({
      author: { '@type': 'Organization', '@id': 'https://www.example.com/blog/author/desk#author' },
    })
  })

  it('omits empty nodes and properties', () => {
    expect(buildCollectionPage(site, { ...list, entries: [] })).toBeUndefined()
    expect(buildService(site, { name: 'AI-SDR', path: '/x', places: [{ name: null, state: 'Ohio' }] })).toBeUndefined()
    expect(
      buildFaqPage([null, { question: 'Why?', answer: [] }, { question: null, answer: buildText('So.') }]),
    ).toBeUndefined()
    expect(buildBreadcrumbList(site, [])).toBeUndefined()
    expect(buildSoftwareApplication(site)).not.toHaveProperty('offers')
  })

  it('dates a policy by its effective date and omits dates for generated pages', () => {
    expect(buildWebPage(site, terms)).toMatchObject({
      url: 'https://www.example.com/terms',
      datePublished: '2026-01-01',
      dateModified: updatedAt,
      isPartOf: { '@id': 'https://www.example.com/#website' },
    })
    expect(buildWebPage(site, { name: 'API reference', path: '/api' })).not.toHaveProperty('dateModified')
  })

  it('contains FAQ answers as plain text', () => {
    expect(buildFaqPage([{ question: 'Why?', answer: buildText('One.', 'Two.') }])).toMatchObject({
      mainEntity: [{ acceptedAnswer: { text: 'One.\n\nTwo.' } }],
    })
  })

  it('never dates a change before publication, and shortens long headlines', () => {
    const early = { ...post, updatedAt: '2025-12-01T08:00:00Z', title: 'a'.repeat(200) }
    expect(buildBlogPosting(site, early)).toMatchObject({ dateModified: post.publishedAt, headline: 'a'.repeat(110) })
  })
})

describe('serialize', () => {
  const malicious = '</script><script>alert(1)</script><!--\u2028\u2029&'

  it('escapes characters that could end the script element or a line', () => {
    const json = serialize([{ ...buildWebSite(site), name: malicious }])
    expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(json)).toMatchObject({ '@context': 'https://schema.org', '@graph': [{ name: malicious }] })
  })

  it('removes click-to-edit characters', () => {
    const brand = encodeClickToEdit('Ductwise')
    expect(brand).not.toBe('Ductwise')
    expect(serialize([buildWebSite({ ...site, brand })])).toBe(serialize([buildWebSite(site)]))
  })
})

describe('JsonLd', () => {
  it('renders one data block, or nothing', () => {
    const html = renderToStaticMarkup(<JsonLd nodes={[undefined, buildWebSite({ ...site, tagline: '</script>' })]} />)
    expect(html).toMatch(/^<script type="application\/ld\+json">\{.*\}<\/script>$/)
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(renderToStaticMarkup(<JsonLd nodes={[undefined]} />)).toBe('')
  })
})
