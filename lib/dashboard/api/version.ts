import { ProblemError } from './problem.ts'

/** ETag of a version. Proxies that compress make it weak, and clients then send the weak form. */
const ETAG_PATTERN = /^(?:W\/)?"(\d{1,9})"$/

export const IF_MATCH_PATTERN = /^(?:\*|(?:W\/)?"\d{1,9}")$/

export const formatEtag = (version: number): string => `"${version}"`

/**
 * Parses the If-Match header. Source: https://www.rfc-editor.org/rfc/rfc9110#name-if-match
 * @returns undefined if any version matches
 * @throws {ProblemError} for a malformed header
 */
export function parsePrecondition(headers: Headers): number | undefined {
  const header = headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return undefined
  const version = ETAG_PATTERN.exec(header)?.[1]
  if (version !== undefined) return Number(version)
  const detail = 'If-Match must be the ETag of the record, such as "3".'
  throw new ProblemError('malformed', detail, { errors: [{ detail, header: 'If-Match' }] })
}
