import type { SanityClient } from '@sanity/client'
import type { ValidationContext } from 'sanity'
import { apiVersion } from '../../api-version.ts'
import { documentAt, groqList, pathTypes } from '../../content-types.ts'
import { releaseOf } from '../../document-id.ts'

/** Reads every version of every document: what is a draft today is published tomorrow. */
export const rawClient = (context: ValidationContext): SanityClient =>
  context.getClient({ apiVersion }).withConfig({ perspective: 'raw' })

/** Reads, for a document of a release, what there will be once it is published; for any other, every version of every document. */
export function neighboursClient(context: ValidationContext): SanityClient {
  const release = releaseOf(context.document?._id ?? '')
  return rawClient(context).withConfig({ perspective: release === undefined ? 'raw' : [release] })
}

/** GROQ: whether a document is the page at the path in parameter `path`; wants {@link slugParams} of that path too. */
export const isPageAt = (path: `$${string}`) =>
  `((_type in ${groqList(pathTypes)} && path == ${path}) || (defined($slug) && _type == $type && slug.current == $slug))`

/** Type and slug of the document that would live at a path by its slug. */
export function slugParams(path: string): { type: string | null; slug: string | null } {
  const { type = null, slug = null } = documentAt(path) ?? {}
  return { type, slug }
}
