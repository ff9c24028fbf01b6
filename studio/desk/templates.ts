import type { InitialValueResolverContext, Template } from 'sanity'
import { apiVersion } from '../../sanity/api-version.ts'

const CLIMATE_NORMALS_SOURCE = {
  name: 'NOAA U.S. Climate Normals 1991–2020',
  url: 'https://www.ncei.noaa.gov/products/land-based-station/us-climate-normals',
}

const FIRST_CITY_FAQS_QUERY = '*[_type == "city" && count(faqs) > 0] | order(orderRank asc)[0].faqs'

/** Returns the initial value of a city: the climate data source and the FAQs of the first city in the list. */
const buildNewCity = async (_params: unknown, { getClient }: InitialValueResolverContext) => {
  const client = getClient({ apiVersion })
  const faqs = await client.fetch<unknown[] | null>(FIRST_CITY_FAQS_QUERY, {}, { tag: 'new-city' })
  return { climate: { source: CLIMATE_NORMALS_SOURCE }, ...(faqs && { faqs }) }
}

/** Builds a template for a document that refers to another one. Parameter `id` is the referenced document. */
const buildReferringTemplate = (id: string, title: string, schemaType: string, field: string): Template => ({
  id,
  title,
  schemaType,
  parameters: [{ name: 'id', type: 'string' }],
  value: ({ id: target }: { id: string }) => ({ [field]: { _type: 'reference', _ref: target } }),
})

const REFERRING_TEMPLATES = [
  buildReferringTemplate('post-by-author', 'Post by this author', 'post', 'author'),
  buildReferringTemplate('post-by-category', 'Post in this category', 'post', 'category'),
  buildReferringTemplate('docPage-in-section', 'Page in this section', 'docPage', 'section'),
]

const QUESTION_IN_GROUP_TEMPLATE: Template = {
  id: 'faqItem-in-group',
  title: 'Question in this topic',
  schemaType: 'faqItem',
  parameters: [{ name: 'group', type: 'string' }],
  value: ({ group }: { group: string }) => ({ group }),
}

export const addInitialValues = (templates: Template[]): Template[] => [
  ...templates.map((template) => (template.id === 'city' ? { ...template, value: buildNewCity } : template)),
  ...REFERRING_TEMPLATES,
  QUESTION_IN_GROUP_TEMPLATE,
]
