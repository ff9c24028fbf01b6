import { GroqSyntaxError } from './groq-js.ts'
import { LakeError } from '../errors.ts'

/**
 * The 400 answer to a query that cannot be parsed. `start` and `end` are UTF-16 offsets into `query`;
 * @sanity/client draws a code frame from them (its `isQueryParseError` wants all four fields).
 */
export function parseError(query: string, cause: unknown): LakeError {
  const start = cause instanceof GroqSyntaxError ? Math.min(cause.position, query.length) : 0
  const end = cause instanceof GroqSyntaxError ? Math.min(start + 1, query.length) : query.length
  return new LakeError(400, { error: { type: 'queryParseError', description: describe(cause), query, start, end } })
}

/** The 400 answer to a query that parses but cannot be evaluated. */
export function evaluationError(query: string, cause: unknown): LakeError {
  if (cause instanceof LakeError) return cause
  return new LakeError(400, { error: { type: 'queryEvaluationError', description: describe(cause), query } })
}

function describe(cause: unknown): string {
  if (cause instanceof RangeError) return 'query is nested too deeply'
  if (cause instanceof GroqSyntaxError) return cause.message.replace(/^.* at position \d+:? ?/, '') || 'syntax error'
  return cause instanceof Error ? cause.message : String(cause)
}
