import type { Doc, SeedDocument } from '../types.ts'
import { reference } from './links.ts'
import { orderRank } from './order-rank.ts'
import { seo } from './seo.ts'
import { slug } from './slug.ts'

type Section = { name: string; title: string; summary: string }

/** The document of a documentation section, at its position in the tree. */
export const docSection = ({ name, title, summary }: Section, position: number): SeedDocument => ({
  _id: `doc-section-${name}`,
  _type: 'docSection',
  title,
  summary,
  slug: slug(name),
  orderRank: orderRank(position),
})

/** The document of a documentation page in a section. */
export const docDocument = ({ seo: search, ...page }: Doc, section: string, position: number): SeedDocument => ({
  _id: `doc-${page.slug}`,
  _type: 'docPage',
  ...page,
  slug: slug(page.slug),
  section: reference(`doc-section-${section}`),
  orderRank: orderRank(position),
  seo: seo(search.title, search.description),
})
