import type { LakeDocument } from '@ductwise/content-lake'
import { seedDocuments } from '../../../sanity/seed/index.ts'
import { lakeDocument } from '../../../packages/content-lake/tests/query/fixtures.ts'

const reference = (_ref: string) => ({ _type: 'reference', _ref })
const slug = (current: string) => ({ _type: 'slug', current })
const picture = {
  _type: 'imageWithAlt',
  alt: 'A picture',
  caption: 'Of the tests',
  asset: reference('image-of-the-tests'),
}
const seo = { _type: 'seo', title: 'For searches', description: 'In a list of results', noIndex: false, image: picture }

/** One document of each type that has an address: what a link may lead to. */
const LINKED = [
  'city-chicago',
  'post-linked',
  'author-linked',
  'category-linked',
  'press-other',
  'pressKit',
  'doc-other',
  'page-linked',
  'legal-linked',
]

const links = LINKED.map((id) => ({
  _key: id,
  _type: 'link',
  label: `To ${id}`,
  kind: 'internal',
  internal: reference(id),
}))

/** Text that links to a document of each type. */
const linkedText = [
  {
    _key: 'a',
    _type: 'block',
    style: 'normal',
    markDefs: links,
    children: links.map(({ _key }) => ({ _key, _type: 'span', text: 'here ', marks: [_key] })),
  },
]

const post = (name: string, fields: object = {}) =>
  lakeDocument({
    _id: `post-${name}`,
    _type: 'post',
    title: `A post that is ${name}`,
    slug: slug(name),
    excerpt: 'What it is about',
    publishedAt: '2040-01-01T00:00:00Z',
    cover: picture,
    author: reference('author-linked'),
    category: reference('category-linked'),
    body: linkedText,
    seo,
    ...fields,
  })

/** Documents that show what the sample content happens not to have. */
const OWN: LakeDocument[] = [
  lakeDocument({
    _id: 'image-of-the-tests',
    _type: 'sanity.imageAsset',
    metadata: { dimensions: { width: 8, height: 6 }, lqip: 'data:' },
  }),
  lakeDocument({
    _id: 'author-linked',
    _type: 'author',
    name: 'Ada',
    slug: slug('linked'),
    kind: 'person',
    role: 'Editor',
    bio: 'Writes',
    photo: picture,
  }),
  lakeDocument({
    _id: 'category-linked',
    _type: 'category',
    title: 'Linked',
    slug: slug('linked'),
    description: 'Of the tests',
  }),
  post('linked'),
  post('beside', { publishedAt: '2041-01-01T00:00:00Z' }),
  lakeDocument({
    _id: 'press-linked',
    _type: 'pressItem',
    title: 'News',
    slug: slug('linked'),
    publishedAt: '2040-01-01T00:00:00Z',
    summary: 'In short',
    body: linkedText,
    seo,
  }),
  lakeDocument({
    _id: 'section-linked',
    _type: 'docSection',
    title: 'Section',
    slug: slug('linked'),
    summary: 'What is in it',
    orderRank: '0|a',
  }),
  lakeDocument({
    _id: 'doc-linked',
    _type: 'docPage',
    title: 'Linked furnace',
    slug: slug('linked'),
    summary: 'About a furnace',
    section: reference('section-linked'),
    orderRank: '0|a',
    body: [...linkedText, { _key: 'b', _type: 'callout', tone: 'tip', body: linkedText }, { ...picture, _key: 'c' }],
    seo,
  }),
  lakeDocument({
    _id: 'press-other',
    _type: 'pressItem',
    title: 'Other news',
    slug: slug('other'),
    publishedAt: '2039-01-01T00:00:00Z',
    summary: 'In short',
  }),
  lakeDocument({
    _id: 'doc-other',
    _type: 'docPage',
    title: 'Another furnace',
    slug: slug('other'),
    summary: 'What a search shows without a description',
    section: reference('section-linked'),
    orderRank: '0|a',
  }),
  lakeDocument({ _id: 'category-alone', _type: 'category', title: 'Alone', slug: slug('alone') }),
  lakeDocument({ _id: 'author-alone', _type: 'author', name: 'Bea', slug: slug('bea') }),
  post('alone', {
    category: reference('category-alone'),
    author: reference('author-alone'),
    publishedAt: '2001-01-01T00:00:00Z',
  }),
  lakeDocument({
    _id: 'legal-linked',
    _type: 'legalPage',
    title: 'Small print',
    path: '/small-print',
    effectiveDate: '2026-01-01',
    underReview: true,
    body: linkedText,
    seo,
  }),
  lakeDocument({
    _id: 'city-linked',
    _type: 'city',
    name: 'Linked',
    state: 'Ohio',
    slug: slug('linked'),
    headline: 'Over there',
    intro: 'First',
    summary: 'In short',
    orderRank: '0|a',
    image: picture,
    climate: { monthlyMeanF: [10, 20], source: { name: 'NOAA', url: 'https://noaa.gov' } },
    sections: [{ _key: 'a', heading: 'One', body: linkedText }],
    localFacts: [{ _key: 'a', label: 'Winters', value: 'cold', source: { name: 'NOAA', url: 'https://noaa.gov' } }],
    faqs: [{ ...reference('faq-linked'), _key: 'a' }],
    seo,
  }),
  lakeDocument({ _id: 'faq-linked', _type: 'faqItem', question: 'Who answers?', answer: linkedText }),
  lakeDocument({
    _id: 'testimonial-linked',
    _type: 'testimonial',
    quote: 'It stands here for a test.',
    name: 'Nobody',
    company: 'Company',
    role: 'Owner',
    photo: picture,
  }),
  lakeDocument({
    _id: 'plan-linked',
    _type: 'pricingPlan',
    name: 'Plan',
    monthly: 10,
    yearly: 100,
    summary: 'For tests',
    features: ['One'],
    furtherCall: 1,
    highlighted: false,
  }),
  lakeDocument({
    _id: 'badge-reported',
    _type: 'trustBadge',
    name: 'ISO 27001',
    description: 'For tests',
    state: 'report',
    reportDate: '2026-03-01',
    orderRank: '0|a',
  }),
  lakeDocument({
    _id: 'integration-linked',
    _type: 'integration',
    name: 'Tool',
    url: 'https://tool.test',
    logo: picture,
    orderRank: '0|a',
  }),
  lakeDocument({
    _id: 'page-linked',
    _type: 'page',
    title: 'Linked',
    path: '/linked',
    seo,
    blocks: [
      {
        _key: 'a',
        _type: 'heroBlock',
        showsPrice: true,
        eyebrow: 'New',
        heading: 'Hello',
        text: 'There',
        actions: links,
        image: picture,
      },
      {
        _key: 'b',
        _type: 'testimonialsBlock',
        heading: 'Words',
        testimonials: [{ ...reference('testimonial-linked'), _key: 'a' }],
      },
      {
        _key: 'c',
        _type: 'pricingBlock',
        heading: 'Plans',
        plans: [{ ...reference('plan-linked'), _key: 'a' }],
        note: 'No tax',
      },
      { _key: 'd', _type: 'faqBlock', heading: 'Questions', faqs: [{ ...reference('faq-linked'), _key: 'a' }] },
      { _key: 'e', _type: 'logoCloudBlock', heading: 'Tools', text: 'Work together' },
      { _key: 'f', _type: 'mediaTextBlock', heading: 'Text', body: linkedText, image: picture, imageSide: 'left' },
    ],
  }),
]

/** Announcements that run, with a link to a document of each type. */
const announcements = links.map((link) =>
  lakeDocument({
    _id: `announcement-${link._key}`,
    _type: 'announcement',
    text: 'New',
    start: '2020-01-01T00:00:00Z',
    end: '2090-01-01T00:00:00Z',
    link,
  }),
)

/** The settings of the sample content, with a link to a document of each type. */
const withLinks = (document: LakeDocument): LakeDocument =>
  document._id === 'siteSettings'
    ? {
        ...document,
        footerColumns: [{ _key: 'all', title: 'All', links }],
      }
    : document

/** Paragraphs of an article: more of them say nothing new, and take long to read. */
const MAX_PARAGRAPHS = 3

/** As the sample content is once it is imported: pictures and files are uploaded, here always the same. */
const imported = (value: unknown, field?: string): unknown => {
  if (Array.isArray(value)) {
    const items = field === 'body' ? value.slice(0, MAX_PARAGRAPHS) : value
    return items.map((item) => imported(item))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] =>
    key === '_sanityAsset' ? ['asset', reference('image-of-the-tests')] : [key, imported(inner, key)],
  )
  return Object.fromEntries(entries)
}

/** The sample content as documents of a dataset, with some more that show what it does not have. */
export const dataset: readonly LakeDocument[] = [
  ...seedDocuments().map((document) => withLinks(lakeDocument(imported(document) as typeof document))),
  ...announcements,
  ...OWN,
]
