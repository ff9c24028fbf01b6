import type { ValidationContext, ObjectRule, Path } from 'sanity'
import { SYSTEM_SEGMENTS, HOME_PATH } from '../../../lib/routes.ts'
import { buildPageFilter, getRawClient, getSlugParams } from './address.ts'
import { RESERVED_PATHS, removeQuery } from './redirect.ts'
import { getHrefError, toRuleResult } from './rules.ts'

const KNOWN_PATHS = new Set([...RESERVED_PATHS, HOME_PATH, '/llms.txt'])

/** Suffix of paginated lists. These pages exist if the list exists. */
const PAGINATED_PATH_PATTERN = /\/page\/\d+$/

const PATH_EXISTS_QUERY = `count(*[${buildPageFilter('$path')} || (_type == "redirect" && source == $path)]) > 0`

function toInternalPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address)) return undefined
  return removeQuery(address).replace(PAGINATED_PATH_PATTERN, '')
}

/** Returns true, or a warning if an address on this site does not exist. */
export async function checkAddress(address: unknown, context: ValidationContext): Promise<true | string> {
  const path = toInternalPath(address)
  if (path === undefined || KNOWN_PATHS.has(path)) return true
  // Another rule rejects redirects to themselves.
  if (context.document?.source === path) return true
  if (SYSTEM_SEGMENTS.has(path.split('/')[1] ?? '')) return true
  const isKnown = await getRawClient(context).fetch<boolean>(PATH_EXISTS_QUERY, { path, ...getSlugParams(path) })
  return isKnown || `There is no page at ${path} yet, so this link leads to a 404.`
}

export type LinkTarget = {
  label?: string
  kind?: string
  internal?: { _ref?: string }
  href?: string
}

type LinkProblem = { message: string; path: ['kind' | 'internal' | 'href'] }

/** Returns whether a link is a fixed field instead of a list item. A fixed field may be empty. */
const isFixedField = (path: Path = []) => typeof path.at(-1) === 'string'

const isEmptyLink = ({ label, internal, href }: LinkTarget) => !label && !internal && !href

/**
 * Validates a link: the reference for internal links, the address for external ones ({@link getHrefError}).
 * @param path path of the link in its document
 * @returns an error, or undefined if valid
 */
export function getLinkError(value: LinkTarget | undefined, path?: Path): LinkProblem | undefined {
  if (!value || (isEmptyLink(value) && isFixedField(path))) return undefined
  const { kind, internal, href } = value
  if (kind === 'internal')
    return internal?._ref ? undefined : { message: 'Choose a page for this link.', path: ['internal'] }
  if (kind !== 'external') return { message: 'Choose a link type.', path: ['kind'] }
  const message = getHrefError(href)
  return message ? { message, path: ['href'] } : undefined
}

export const getLabelError = (label: string | undefined, link: LinkTarget | undefined, path: Path = []) =>
  label || !link || (isEmptyLink(link) && isFixedField(path.slice(0, -1))) ? undefined : 'Enter the link text.'

export const buildLinkRules = (rule: ObjectRule) => [
  rule.custom((value, { path }) => toRuleResult(getLinkError(value as LinkTarget | undefined, path))),
  rule
    .custom(async (value, context) => {
      const { kind, href } = (value ?? {}) as LinkTarget
      const result = kind === 'external' ? await checkAddress(href, context) : true
      return result === true || { message: result, path: ['href'] }
    })
    .warning(),
]

export const getFooterMailWarning = (links: LinkTarget[] | undefined): string | undefined =>
  links?.some(({ href }) => href?.startsWith('mailto:'))
    ? 'The footer already shows the contact email. You would have to update this link by hand.'
    : undefined
