import { ProblemError } from './problem.ts'

/** An entity tag of ours. A proxy that compresses answers makes it a weak one, and clients send that back. */
const OWN_TAG = /^(?:W\/)?"(\d{1,9})"$/

/** What If-Match may be. */
export const IF_MATCH = /^(?:\*|(?:W\/)?"\d{1,9}")$/

/** The entity tag of a state. */
export const tagOf = (version: number): string => `"${version}"`

/**
 * The version that a change asks to be the present one, undefined for any. Reads the header If-Match, which has one of our entity tags. Source: https://www.rfc-editor.org/rfc/rfc9110#name-if-match
 * @throws {ProblemError}
 */
export function preconditionOf(headers: Headers): number | undefined {
  const header = headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return undefined
  const version = OWN_TAG.exec(header)?.[1]
  if (version !== undefined) return Number(version)
  const detail = 'If-Match has the ETag of the state that is to be changed, such as "3".'
  throw new ProblemError('malformed', detail, { errors: [{ detail, header: 'If-Match' }] })
}
