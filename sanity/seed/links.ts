/** Returns the target fields of a link. URLs start with a scheme or a slash, and document ids do not. */
export function toLinkTarget(target: string) {
  return /^([a-z]+:|\/)/.test(target)
    ? { kind: 'external' as const, href: target }
    : { kind: 'internal' as const, internal: target }
}
