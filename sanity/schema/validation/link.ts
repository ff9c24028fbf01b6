import { hrefError } from './href.ts'

/** The parts of a link that say where it leads. */
export type LinkTarget = {
  kind?: string
  internal?: { _ref?: string }
  href?: string
}

/** A sentence for the editor and the field it belongs to. */
export type LinkProblem = { message: string; path: ['kind' | 'internal' | 'href'] }

/**
 * What is wrong with a link, or undefined. An internal link has a reference and no address; an external link has an
 * address ({@link hrefError}) and no reference, so that the site never has to guess which one was meant.
 */
export function linkError(value: LinkTarget | undefined): LinkProblem | undefined {
  if (!value) return undefined
  if (value.kind === 'internal') return internalError(value)
  if (value.kind === 'external') return externalError(value)
  return { message: 'Choose where this link leads.', path: ['kind'] }
}

function internalError({ internal, href }: LinkTarget): LinkProblem | undefined {
  if (!internal?._ref) return { message: 'Choose the page this links to.', path: ['internal'] }
  if (href) return { message: 'Clear this address: the link already leads to a page of this site.', path: ['href'] }
  return undefined
}

function externalError({ internal, href }: LinkTarget): LinkProblem | undefined {
  const message = hrefError(href)
  if (message) return { message, path: ['href'] }
  if (internal?._ref) return { message: 'Clear this page: the link already leads to an address.', path: ['internal'] }
  return undefined
}
