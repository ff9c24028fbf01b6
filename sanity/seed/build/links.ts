import type { Keyed, Link, Reference } from '../types.ts'
import { keyed } from './keyed.ts'

export function reference(id: string): Reference {
  return { _type: 'reference', _ref: id }
}

export function references(ids: string[]): Keyed<Reference>[] {
  return keyed(ids.map(reference), 'ref')
}

/** A link to another document (`page-…`, `city-…`), to a fixed route (`/blog`), or to an address (`https:`, `mailto:`, `tel:`). */
export function link(label: string, target: string): Link {
  return { _type: 'link', label, ...linkTarget(target) }
}

/** Where a link leads, from the way its target is written: a route starts with a slash, an address has a scheme, a document id neither. */
export function linkTarget(target: string) {
  if (target.startsWith('/')) return { kind: 'route' as const, route: target }
  if (/^[a-z]+:/.test(target)) return { kind: 'external' as const, href: target }
  return { kind: 'internal' as const, internal: reference(target) }
}
