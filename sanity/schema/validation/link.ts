import type { ObjectRule, Path } from 'sanity'
import { hrefError } from './href.ts'
import { unknownAddress } from './known-address.ts'
import { verdict } from './rules.ts'

/** The parts of a link that say what it is called and where it leads. */
export type LinkTarget = {
  label?: string
  kind?: string
  internal?: { _ref?: string }
  href?: string
}

/** A sentence for the editor and the field it belongs to. */
export type LinkProblem = { message: string; path: ['kind' | 'internal' | 'href'] }

/** Whether a link is a field of its own, whose form is always there and may stay empty; others were added by an editor. */
const isField = (path: Path = []) => typeof path.at(-1) === 'string'

/** A link as its form starts. */
const isUntouched = ({ label, internal, href }: LinkTarget) => !label && !internal && !href

/**
 * What is wrong with a link, or undefined: its kind says which of reference and address ({@link hrefError}) counts.
 * @param path where in its document it is
 */
export function linkError(value: LinkTarget | undefined, path?: Path): LinkProblem | undefined {
  if (!value || (isUntouched(value) && isField(path))) return undefined
  if (value.kind === 'internal') return internalError(value)
  if (value.kind === 'external') return externalError(value)
  return { message: 'Choose where this link leads.', path: ['kind'] }
}

function internalError({ internal }: LinkTarget): LinkProblem | undefined {
  if (!internal?._ref) return { message: 'Choose the page this links to.', path: ['internal'] }
  return undefined
}

function externalError({ href }: LinkTarget): LinkProblem | undefined {
  const message = hrefError(href)
  if (message) return { message, path: ['href'] }
  return undefined
}

/** What is wrong with the label of a link, or undefined. `path` is that of the label. */
export const labelError = (label: string | undefined, link: LinkTarget | undefined, path: Path = []) =>
  label || !link || (isUntouched(link) && isField(path.slice(0, -1))) ? undefined : 'Say what the visitor reads.'

/** The rules of every link: what must not be, and what should not. */
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

/** Warns of a link in the footer that repeats the contact address, which would have to be changed in two places. */
export const footerMailWarning = (links: LinkTarget[] | undefined): string | undefined =>
  links?.some(({ href }) => href?.startsWith('mailto:'))
    ? 'The footer shows the email address under Contact by itself. A link to one has to be changed by hand as well.'
    : undefined
