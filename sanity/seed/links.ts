/** Where a link leads, from the way its target is written: an address has a scheme or starts with a slash, a document id does neither. */
export function linkTarget(target: string) {
  return /^([a-z]+:|\/)/.test(target)
    ? { kind: 'external' as const, href: target }
    : { kind: 'internal' as const, internal: target }
}
