import { GroqSyntaxError } from './groq-js.ts'
import { LakeError } from '../errors.ts'

/**
 * The 400 answer to a query that cannot be parsed. `start` and `end` are UTF-16 offsets into `query`;
 * @sanity/client draws a code frame from them (its `isQueryParseError` wants all four fields).
 */
export function parseError(query: string, cause: unknown): LakeError {
  const start = cause instanceof GroqSyntaxError ? Math.min(cause.position, query.length) : 0
  const end = cause instanceof GroqSyntaxError ? Math.min(start + 1, query.length) : query.length
  const description = endsAt(query, start, cause) ?? describe(cause)
  return new LakeError(400, { error: { type: 'queryParseError', description, query, start, end } })
}

const COMPLETE = /[\w"'\])}@]\s*$/

/** groq-js says "end of query" of any place it cannot go on from; hosted Sanity, of the end only, in these words. */
function endsAt(query: string, start: number, cause: unknown): string | undefined {
  if (!(cause instanceof GroqSyntaxError) || query.slice(start + 1).trim() !== '') return undefined
  if (!cause.message.includes('Unexpected end of query')) return undefined
  return COMPLETE.test(query) ? 'unexpected end-of-file' : 'unexpected end-of-file, expected expression'
}

/** Strings, also one that does not end, and comments, in which `$` is text, or a parameter. */
const TEXT_OR_PARAMETER = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|\/\/[^\n]*|\$\w+/gs

/** The 400 answer to a query that names a parameter nobody passes; `start` and `end` are those of its first mention. */
export function missingParameter(query: string, name: string): LakeError {
  const mention = [...query.matchAll(TEXT_OR_PARAMETER)].find(([text]) => text === `$${name}`)
  const start = mention?.index ?? 0
  const end = start + `$${name}`.length
  const description = `param $${name} referenced, but not provided`
  return new LakeError(400, { error: { type: 'queryParseError', description, query, start, end } })
}

/** The 400 answer to a query that parses but cannot be evaluated. */
export function evaluationError(query: string, cause: unknown): LakeError {
  if (cause instanceof LakeError) return cause
  return new LakeError(400, { error: { type: 'queryEvaluationError', description: describe(cause), query } })
}

function describe(cause: unknown): string {
  if (cause instanceof RangeError)
    return /stack/i.test(cause.message) ? 'query is nested too deeply' : 'query makes a value that is too long'
  if (cause instanceof GroqSyntaxError) return cause.message.replace(/^.* at position \d+:? ?/, '') || 'syntax error'
  return cause instanceof Error ? cause.message : String(cause)
}
