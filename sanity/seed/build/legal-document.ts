import type { ArticleBody, SeedDocument } from '../types.ts'
import { seo } from './seo.ts'

type Legal = {
  name: string
  title: string
  /** ISO date. */
  effectiveDate: string
  body: ArticleBody
  seo: { title: string; description: string }
}

/** The document of a legal page: its path is its name, and it waits for a lawyer. */
export const legalDocument = ({ name, seo: search, ...page }: Legal): SeedDocument => ({
  _id: `legal-${name}`,
  _type: 'legalPage',
  path: `/${name}`,
  underReview: true,
  ...page,
  seo: seo(search.title, search.description),
})
