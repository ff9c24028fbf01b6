import type { ValidationContext } from 'sanity'
import { groqList, pathTypes } from '../../content-types.ts'

const API_VERSION = '2025-02-19'
const TAKEN_BY = `*[_type in ${groqList(pathTypes)} && path == $path && !sanity::versionOf($published)][0].title`

/** True, or a sentence naming the other page (draft, published or in a release) that has this path. */
export async function uniquePagePath(path: string | undefined, context: ValidationContext): Promise<true | string> {
  if (!path || !context.document) return true
  const client = context.getClient({ apiVersion: API_VERSION }).withConfig({ perspective: 'raw' })
  const title = await client.fetch<string | null>(TAKEN_BY, { path, published: publishedId(context.document._id) })
  return title === null ? true : `The page “${title}” already has this path.`
}

/** The id all versions of a document share: `drafts.page-home` and `versions.r1.page-home` are versions of `page-home`. */
export function publishedId(id: string): string {
  return id.replace(/^(drafts|versions\.[^.]+)\./, '')
}
