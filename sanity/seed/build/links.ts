import type { Keyed, Link, Reference } from '../types.ts'
import { keyed } from './keyed.ts'

export function reference(id: string): Reference {
  return { _type: 'reference', _ref: id }
}

export function references(ids: string[]): Keyed<Reference>[] {
  return keyed(ids.map(reference), 'ref')
}

/** A link to another document (`page-…`, `city-…`), to a list of the site (`/blog`), or to an address (`https:`, `mailto:`, `tel:`). */
export function link(label: string, target: string): Link {
  return { _type: 'link', label, ...linkTarget(target) }
}

/** Where a link leads, from the way its target is written: an address has a scheme or starts with a slash, a document id does neither. */
export function linkTarget(target: string) {
  return /^([a-z]+:|\/)/.test(target)
    ? { kind: 'external' as const, href: target }
    : { kind: 'internal' as const, internal: reference(target) }
}
