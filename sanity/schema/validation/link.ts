import type { ValidationContext, ObjectRule, Path } from 'sanity'
import { ANSWERED_SEGMENTS, HOME_PATH } from '../../../lib/routes.ts'
import { isPageAt, rawClient, slugParams } from './address.ts'
import { ANSWERED_PATHS, pathOf } from './redirect.ts'
import { hrefError, verdict } from './rules.ts'

const KNOWN_PATHS = new Set([...ANSWERED_PATHS, HOME_PATH, '/llms.txt'])

/** Suffix of paginated lists. These pages exist if the list exists. */
const FURTHER_PAGE = /\/page\/\d+$/

const IS_KNOWN = `count(*[${isPageAt('$path')} || (_type == "redirect" && source == $path)]) > 0`

function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address)) return undefined
  return pathOf(address).replace(FURTHER_PAGE, '')
}

/** Returns true, or a warning if an address on this site does not exist. */
export async function unknownAddress(address: unknown, context: ValidationContext): Promise<true | string> {
  const path = ownPath(address)
  if (path === undefined || KNOWN_PATHS.has(path)) return true
  // Another rule rejects redirects to themselves.
  if (context.document?.source === path) return true
  if (ANSWERED_SEGMENTS.has(path.split('/')[1] ?? '')) return true
  const isKnown = await rawClient(context).fetch<boolean>(IS_KNOWN, { path, ...slugParams(path) })
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
const isField = (path: Path = []) => typeof path.at(-1) === 'string'

const isUntouched = ({ label, internal, href }: LinkTarget) => !label && !internal && !href

/**
 * Validates a link: the reference for internal links, the address for external ones ({@link hrefError}).
 * @param path path of the link in its document
 * @returns an error, or undefined if valid
 */
export function linkError(value: LinkTarget | undefined, path?: Path): LinkProblem | undefined {
  if (!value || (isUntouched(value) && isField(path))) return undefined
  const { kind, internal, href } = value
  if (kind === 'internal')
    return internal?._ref ? undefined : { message: 'Choose a page for this link.', path: ['internal'] }
  if (kind !== 'external') return { message: 'Choose a link type.', path: ['kind'] }
  const message = hrefError(href)
  return message ? { message, path: ['href'] } : undefined
}

export const labelError = (label: string | undefined, link: LinkTarget | undefined, path: Path = []) =>
  label || !link || (isUntouched(link) && isField(path.slice(0, -1))) ? undefined : 'Enter the link text.'

export const linkRules = (rule: ObjectRule) => [
  rule.custom((value, { path }) => verdict(linkError(value as LinkTarget | undefined, path))),
  rule
    .custom(async (value, context) => {
      const { kind, href } = (value ?? {}) as LinkTarget
      const known = kind === 'external' ? await unknownAddress(href, context) : true
      return known === true || { message: known, path: ['href'] }
    })
    .warning(),
]

export const footerMailWarning = (links: LinkTarget[] | undefined): string | undefined =>
  links?.some(({ href }) => href?.startsWith('mailto:'))
    ? 'The footer already shows the contact email. You would have to update this link by hand.'
    : undefined
