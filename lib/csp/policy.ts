/** Source expressions of a policy by directive; one without sources, such as `upgrade-insecure-requests`, has an empty list. */
export type Directives = Record<string, string[]>

/** Directives in their order, each with what the later ones add to it, every source once. */
export function mergeDirectives(...sets: Directives[]): Directives {
  const merged: Directives = {}
  for (const [name, sources] of sets.flatMap((set) => Object.entries(set))) {
    merged[name] = [...new Set([...(merged[name] ?? []), ...sources])]
  }
  return merged
}

/** The value of a Content-Security-Policy header: the only place where one is written. */
export const policyHeader = (...sets: Directives[]): string =>
  Object.entries(mergeDirectives(...sets))
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
