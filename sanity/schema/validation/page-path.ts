import { isBelow, RESERVED_SEGMENTS } from '../../../lib/routes.ts'
import { publishedId } from '../../document-id.ts'
import { rawClient } from './dataset.ts'
import { contentTypes, groqList, listPaths, pathTypes, slugRoot, slugTypes } from '../../content-types.ts'
import type { ValidationContext } from 'sanity'

const TAKEN_BY = `*[_type in ${groqList(pathTypes)} && path == $path && !sanity::versionOf($published)][0].title`

const MAX_LENGTH = 120

/** What is wrong with a page's path, in words for an editor; undefined when nothing is (an empty one is `required`'s business). */
export function pagePathError(path: string | undefined): string | undefined {
  if (path === undefined || path === '' || path === '/') return undefined
  if (!path.startsWith('/')) return 'Start the path with a /.'
  if (path.endsWith('/')) return 'Leave out the / at the end.'
  if (path.length > MAX_LENGTH) return `Keep the path within ${MAX_LENGTH} characters.`
  if (!/^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/.test(path))
    return 'Use lower-case letters, digits and single hyphens between slashes: /like/this-one.'
  const first = path.split('/')[1] ?? ''
  if (RESERVED_SEGMENTS.has(first) || listPaths.some((list) => isBelow(`/${first}`, list)))
    return `/${first} is used by another part of the site: choose another path.`
  const type = slugTypes.find((each) => path.startsWith(`${slugRoot(each)}/`))
  return type && `Paths below ${slugRoot(type)}/ belong to “${contentTypes[type].title}”: add one there instead.`
}

/** True, or a sentence naming the other page (draft, published or in a release) that has this path. */
export async function uniquePagePath(path: string | undefined, context: ValidationContext): Promise<true | string> {
  if (!path || !context.document) return true
  const title = await rawClient(context).fetch<string | null>(TAKEN_BY, {
    path,
    published: publishedId(context.document._id),
  })
  return title === null ? true : `The page “${title}” already has this path.`
}
