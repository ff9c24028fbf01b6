import type { InitialValueResolverContext, Template } from 'sanity'
import { apiVersion } from '../../sanity/api-version.ts'

const NORMALS = {
  name: 'NOAA U.S. Climate Normals 1991–2020',
  url: 'https://www.ncei.noaa.gov/products/land-based-station/us-climate-normals',
}

const FIRST_CITY_FAQS = '*[_type == "city" && count(faqs) > 0] | order(orderRank asc)[0].faqs'

/** A new city: the source of its climate figures, and the questions of the first city in the list to start from. */
const newCity = async (_params: unknown, { getClient }: InitialValueResolverContext) => {
  const client = getClient({ apiVersion })
  const faqs = await client.fetch<unknown[] | null>(FIRST_CITY_FAQS, {}, { tag: 'new-city' })
  return { climate: { source: NORMALS }, ...(faqs && { faqs }) }
}

/** A document made in a list of documents that refer to one: it starts with that reference. Parameter `id`. */
const referringTo = (id: string, title: string, schemaType: string, field: string): Template => ({
  id,
  title,
  schemaType,
  parameters: [{ name: 'id', type: 'string' }],
  value: ({ id: target }: { id: string }) => ({ [field]: { _type: 'reference', _ref: target } }),
})

const REFERRING = [
  referringTo('post-by-author', 'Post by this author', 'post', 'author'),
  referringTo('post-by-category', 'Post in this category', 'post', 'category'),
  referringTo('docPage-in-section', 'Page in this section', 'docPage', 'section'),
]

/** A question made in the list of a group. Parameter `group`. */
const QUESTION_IN_GROUP: Template = {
  id: 'faqItem-in-group',
  title: 'Question of this group',
  schemaType: 'faqItem',
  parameters: [{ name: 'group', type: 'string' }],
  value: ({ group }: { group: string }) => ({ group }),
}

/** Starting values by template; fields not named here start as their schema says. */
export const withStartingValues = (templates: Template[]): Template[] => [
  ...templates.map((template) => (template.id === 'city' ? { ...template, value: newCity } : template)),
  ...REFERRING,
  QUESTION_IN_GROUP,
]
