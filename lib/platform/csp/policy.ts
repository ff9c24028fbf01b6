import { createHash } from 'node:crypto'

/**
 * CSP sources by directive. The list is empty for directives that have no sources, such as `upgrade-insecure-requests`.
 */
export type Directives = Record<string, string[]>

export function mergeDirectives(...sets: Directives[]): Directives {
  const merged: Directives = {}
  for (const [name, sources] of sets.flatMap((set) => Object.entries(set))) {
    merged[name] = [...new Set([...(merged[name] ?? []), ...sources])]
  }
  return merged
}

export const buildPolicyHeader = (...sets: Directives[]): string =>
  Object.entries(mergeDirectives(...sets))
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

export const hashSource = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
