/**
 * Labels of API key scopes; each label completes a sentence with “may”. Write scopes also expose the written record,
 * because the response contains it.
 */
export const SCOPES = {
  'calls:read': 'read calls and their transcripts',
  'calls:write': 'add and edit calls',
  'leads:read': 'read leads',
  'leads:write': 'add and edit leads',
  'appointments:read': 'read appointments',
  'appointments:write': 'book, move and cancel appointments',
} as const

export type Scope = keyof typeof SCOPES

export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]

export const READ_SCOPES = SCOPE_NAMES.filter((scope) => scope.endsWith(':read'))

export const canWrite = (scopes: readonly Scope[]): boolean => scopes.some((scope) => scope.endsWith(':write'))

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const listKinds = (scopes: readonly Scope[], action: 'read' | 'write'): string[] =>
  SCOPE_NAMES.filter((scope) => scopes.includes(scope) && scope.endsWith(`:${action}`)).map(
    (scope) => scope.split(':')[0] ?? '',
  )

/** Returns a summary such as "Reads calls and leads. Adds and edits leads." */
export function summarizeScopes(scopes: readonly Scope[]): string {
  const [readKinds, writeKinds] = [listKinds(scopes, 'read'), listKinds(scopes, 'write')]
  return [
    readKinds.length > 0 ? `Reads ${list.format(readKinds)}.` : '',
    writeKinds.length > 0 ? `Adds and edits ${list.format(writeKinds)}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
