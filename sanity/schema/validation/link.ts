import type { ObjectRule } from 'sanity'
import { hrefError } from './href.ts'
import { unknownAddress } from './known-address.ts'
import { verdict } from './rules.ts'

/** The parts of a link that say where it leads. */
export type LinkTarget = {
  kind?: string
  internal?: { _ref?: string }
  href?: string
}

/** A sentence for the editor and the field it belongs to. */
export type LinkProblem = { message: string; path: ['kind' | 'internal' | 'href'] }

/** What is wrong with a link, or undefined: its kind says which of reference and address ({@link hrefError}) counts. */
export function linkError(value: LinkTarget | undefined): LinkProblem | undefined {
  if (!value) return undefined
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

/** The rules of every link: what must not be, and what should not. */
export const linkRules = (rule: ObjectRule) => [
  rule.custom((value) => verdict(linkError(value as LinkTarget | undefined))),
  rule
    .custom(async (value, context) => {
      const { kind, href } = (value ?? {}) as LinkTarget
      const known = kind === 'external' ? await unknownAddress(href, context) : true
      return known === true || { message: known, path: ['href'] }
    })
    .warning(),
]
