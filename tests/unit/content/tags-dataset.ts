import type { TypeNode } from 'groq-js'
import { readFileSync } from 'node:fs'
import type { LakeDocument } from '@ductwise/content-lake'
import { contentType, linkableTypes, typeNames } from '../../../sanity/content-types.ts'
import { findFields } from '../../../sanity/seed/document-builder.ts'
import { buildSeedDocuments } from '../../../sanity/seed/index.ts'
import { buildLakeDocument } from '../../../packages/content-lake/tests/query/fixtures.ts'

const buildReference = (_ref: string) => ({ _type: 'reference', _ref })
const buildReferenceList = (_ref: string) => [{ ...buildReference(_ref), _key: 'a' }]
const buildSlug = (current: string) => ({ _type: 'slug', current })
const picture = {
  _type: 'imageWithAlt',
  alt: 'A picture',
  caption: 'Caption',
  asset: buildReference('image-of-the-tests'),
}

const buildId = (type: string, name: string) => (contentType(type)?.isSingleton ? type : `${type}-${name}`)

const links = linkableTypes.map((type) => ({
  _key: type,
  _type: 'link',
  label: `To a ${type}`,
  kind: 'internal',
  internal: buildReference(buildId(type, 'other')),
}))

const linkedText = [
  {
    _key: 'a',
    _type: 'block',
    style: 'normal',
    markDefs: links,
    children: links.map(({ _key }) => ({ _key, _type: 'span', text: 'here ', marks: [_key] })),
  },
]

const schema = JSON.parse(readFileSync('sanity/schema.json', 'utf8')) as { name: string; value?: TypeNode }[]

const callout = { _key: 'b', _type: 'callout', tone: 'tip' }

/** Field values that override the values generated from the schema. */
const VALUES: Record<string, unknown> = {
  imageWithAlt: picture,
  link: links[0],
  portableText: linkedText,
  articleBody: [...linkedText, { ...callout, body: linkedText }, { ...picture, _key: 'c' }],
}

const isDate = (field: string) => /At$|Date$|^start$|^end$/.test(field)

function buildValue(node: TypeNode, field: string, name: string): unknown {
  if (node.type === 'string') return node.value ?? (isDate(field) ? '2040-01-01T00:00:00Z' : `${field}, ${name}`)
  if (node.type === 'number') return 10
  if (node.type === 'boolean') return field !== 'noIndex'
  if (node.type === 'union') return node.of[0] && buildValue(node.of[0], field, name)
  if (node.type === 'array') return [{ key: 'a', value: buildValue(node.of, field, name) }].map(toKeyedValue)
  if (node.type === 'object') {
    const rest = node.rest && buildValue(node.rest, field, name)
    return { ...buildValues(node.attributes, name), ...(rest as object | undefined) }
  }
  if (node.type !== 'inline') return undefined
  if (node.name === 'slug') return buildSlug(name)
  const target = /^(.+)\.reference$/.exec(node.name)?.[1]
  if (target) return buildReference(target.startsWith('sanity.') ? picture.asset._ref : buildId(target, 'linked'))
  const resolved = schema.find((type) => type.name === node.name)?.value
  return VALUES[node.name] ?? (resolved && buildValue(resolved, field, name))
}

const toKeyedValue = ({ key, value }: { key: string; value: unknown }) =>
  typeof value === 'object' && value !== null ? { ...value, _key: key } : value

function buildValues(attributes: NonNullable<ReturnType<typeof findFields>>, name: string, isComplete = true): object {
  const contentEntries = Object.entries(attributes).filter(([field]) => !field.startsWith('_') || field === '_type')
  return Object.fromEntries(
    contentEntries
      .filter(([, { optional }]) => isComplete || !optional)
      .map(([field, { value }]) => [field, field === 'orderRank' ? '0|a' : buildValue(value, field, name)])
      .filter(([, value]) => value !== undefined),
  )
}

const buildSample = (type: string, name: string, isComplete: boolean): LakeDocument =>
  buildLakeDocument({
    ...buildValues(findFields(type) ?? {}, name, isComplete),
    _id: buildId(type, name),
    _type: type,
    ...(contentType(type)?.route?.at === 'path' && { path: `/${type.toLowerCase()}-${name}` }),
  })

const collectionTypes = typeNames.filter((type) => !contentType(type)?.isSingleton)

const buildPost = (name: string, fields: object) => buildLakeDocument({ ...buildSample('post', name, true), ...fields })

const nextStep = { heading: 'Go on', text: 'From here', actions: links }

const metadata = { dimensions: { width: 8, height: 6 }, lqip: 'data:' }

const unsharedReferences = { category: buildReference('category-alone'), author: buildReference('author-alone') }

const EXTRA_DOCUMENTS: LakeDocument[] = [
  buildLakeDocument({ _id: 'image-of-the-tests', _type: 'sanity.imageAsset', metadata }),
  ...collectionTypes.map((type) => ({
    ...buildSample(type, 'linked', true),
    ...(type === 'category' && { nextStep }),
  })),
  ...collectionTypes.filter((type) => linkableTypes.includes(type)).map((type) => buildSample(type, 'other', false)),
  buildPost('beside', { publishedAt: '2041-01-01T00:00:00Z' }),
  buildLakeDocument({ _id: 'category-alone', _type: 'category', title: 'Alone', slug: buildSlug('alone') }),
  buildLakeDocument({ _id: 'author-alone', _type: 'author', name: 'Bea', slug: buildSlug('bea') }),
  buildPost('alone', { ...unsharedReferences, publishedAt: '2001-01-01T00:00:00Z' }),
  buildLakeDocument({
    _id: 'badge-reported',
    _type: 'trustBadge',
    name: 'ISO 27001',
    description: 'For tests',
    state: 'report',
    reportDate: '2026-03-01',
    orderRank: '0|a',
  }),
  buildLakeDocument({
    ...buildSample('page', 'blocks', true),
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
        testimonials: buildReferenceList('testimonial-linked'),
      },
      {
        _key: 'c',
        _type: 'pricingBlock',
        heading: 'Plans',
        plans: buildReferenceList('pricingPlan-linked'),
        note: 'No tax',
      },
      { _key: 'd', _type: 'faqBlock', heading: 'Questions', faqs: buildReferenceList('faqItem-linked') },
      { _key: 'e', _type: 'logoCloudBlock', heading: 'Tools', text: 'Work together' },
      { _key: 'f', _type: 'mediaTextBlock', heading: 'Text', body: linkedText, image: picture, imageSide: 'left' },
    ],
  }),
]

const unlimitedPeriod = { start: '2020-01-01T00:00:00Z', end: '2090-01-01T00:00:00Z' }

const announcements = links.map((link) =>
  buildLakeDocument({ _id: `announcement-${link._key}`, _type: 'announcement', text: 'New', ...unlimitedPeriod, link }),
)

const addLinks = (document: LakeDocument): LakeDocument =>
  document._id === 'siteSettings' ? { ...document, footerColumns: [{ _key: 'all', title: 'All', links }] } : document

/** Paragraphs per article. More paragraphs add no coverage and slow the queries down. */
const MAX_PARAGRAPHS = 3

/** Returns a document as the importer creates it, with one shared asset for all images and files. */
const importValue = (value: unknown, field?: string): unknown => {
  if (Array.isArray(value)) {
    const items = field === 'body' ? value.slice(0, MAX_PARAGRAPHS) : value
    return items.map((item) => importValue(item))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] =>
    key === '_sanityAsset' ? ['asset', buildReference('image-of-the-tests')] : [key, importValue(inner, key)],
  )
  return Object.fromEntries(entries)
}

export const dataset: readonly LakeDocument[] = [
  ...buildSeedDocuments().map((document) => addLinks(buildLakeDocument(importValue(document) as typeof document))),
  ...announcements,
  ...EXTRA_DOCUMENTS,
]
