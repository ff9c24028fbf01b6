import type { SanityClient } from '@sanity/client'
import type { ValidationContext } from 'sanity'
import { parseRedirectSource } from '../../../lib/platform/http/paths/redirect-source.ts'
import { isBelow, RESERVED_SEGMENTS } from '../../../lib/routes.ts'
import { apiVersion } from '../../api-version.ts'
import {
  documentAt,
  groqList,
  pathTypes,
  publicPath,
  contentTypes,
  listPaths,
  slugRoot,
  slugTypes,
} from '../../content-types.ts'
import { parseRelease, toPublishedId } from '../../document-id.ts'

/** Returns a client with the raw perspective, because drafts may be published later. */
export const getRawClient = (context: ValidationContext): SanityClient =>
  context.getClient({ apiVersion }).withConfig({ perspective: 'raw' })

/** Returns a client for uniqueness checks. Uses the release's perspective, or `raw` outside a release. */
export function getReleaseClient(context: ValidationContext): SanityClient {
  const release = parseRelease(context.document?._id ?? '')
  return getRawClient(context).withConfig({ perspective: release === undefined ? 'raw' : [release] })
}

/** Returns a GROQ filter for the page at a path. The query also requires {@link getSlugParams}. */
export const buildPageFilter = (path: `$${string}`) =>
  `((_type in ${groqList(pathTypes)} && path == ${path}) || (defined($slug) && _type == $type && slug.current == $slug))`

export function getSlugParams(path: string): { type: string | null; slug: string | null } {
  const { type = null, slug = null } = documentAt(path) ?? {}
  return { type, slug }
}

const REDIRECTS_QUERY = '*[_type == "redirect"]{ source, destination }'

type Redirect = { source?: string | null; destination?: string | null }

/** Returns a warning if publishing the page removes a redirect from its path. */
export async function warnAboutRedirect(_value: unknown, context: ValidationContext): Promise<true | string> {
  const path = context.document && publicPath(context.document)
  if (!path) return true
  const client = context.getClient({ apiVersion }).withConfig({ perspective: 'published' })
  const redirects = await client.fetch<Redirect[]>(REDIRECTS_QUERY)
  const destination = redirects.find(({ source }) => parseRedirectSource(source ?? '', undefined) === path)?.destination
  if (!destination) return true
  return `${path} redirects to ${destination}. Publishing this page removes that redirect.`
}

const CONFLICTING_PAGE_QUERY = `*[_type in ${groqList(pathTypes)} && path == $path && !sanity::versionOf($published)][0].title`

const MAX_PATH_LENGTH = 120

/** Returns an editor-facing error for a page path, or undefined if the path is valid or empty. */
export function getPagePathError(path: string | undefined): string | undefined {
  if (path === undefined || path === '' || path === '/') return undefined
  if (!path.startsWith('/')) return 'Start the path with /.'
  if (path.endsWith('/')) return 'Remove the / at the end.'
  if (path.length > MAX_PATH_LENGTH) return `Shorten the path to ${MAX_PATH_LENGTH} characters.`
  if (!/^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/.test(path))
    return 'Use lowercase letters, digits and single hyphens between slashes: /like/this-one.'
  const first = path.split('/')[1] ?? ''
  if (RESERVED_SEGMENTS.has(first) || listPaths.some((list) => isBelow(`/${first}`, list)))
    return `/${first} is reserved. Choose another path.`
  const type = slugTypes.find((slugType) => path.startsWith(`${slugRoot(slugType)}/`))
  return type && `Paths below ${slugRoot(type)}/ belong to “${contentTypes[type].title}”. Add the page there instead.`
}

/** Returns true, or an error that names another page with the same path. Includes drafts and releases. */
export async function checkUniquePath(path: string | undefined, context: ValidationContext): Promise<true | string> {
  if (!path || !context.document) return true
  const title = await getRawClient(context).fetch<string | null>(CONFLICTING_PAGE_QUERY, {
    path,
    published: toPublishedId(context.document._id),
  })
  return title === null ? true : `The page “${title}” already has this path.`
}
