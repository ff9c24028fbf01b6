/** URLs have a scheme or start with a slash; document ids do neither. */
export function linkTarget(target: string) {
  return /^([a-z]+:|\/)/.test(target)
    ? { kind: 'external' as const, href: target }
    : { kind: 'internal' as const, internal: target }
}
