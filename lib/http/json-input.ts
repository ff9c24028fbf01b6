import type { z } from 'zod'
import { BodyTooLargeError, readBody } from './read-body.ts'

/** What is wrong with an input: where, and what to do, without what was sent. */
export type InputProblem = { path: string; message: string }

/** A refusal of the dashboard's API: a sentence for people, a name for programs. */
const refusal = (status: number, error: string, reason: string, more: object = {}): Response =>
  Response.json({ error, reason, ...more }, { status })

/** 404 @param what at the beginning of a sentence: "This call" */
export const notFound = (what: string): Response => refusal(404, `${what} is not there any more.`, 'not-found')

/** 409 @param current what is there now */
export const conflict = (current: object): Response =>
  refusal(409, 'Somebody else changed this meanwhile.', 'conflict', { current })

/** 422 */
export const invalid = (problems: InputProblem[]): Response =>
  refusal(422, problems[0]?.message ?? 'This cannot be read.', 'invalid', { problems })

/** What a schema found wrong. */
export const problemsOf = ({ issues }: z.ZodError): InputProblem[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }))

/** Bytes that a change on the dashboard has at most. */
const LIMIT = 64 * 1024

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's words would quote what was sent.
    return undefined
  }
}

/**
 * Reads the JSON that somebody sent, and checks it.
 * @returns the input, or the response that refuses it: 413 when it is too large, 422 when it does not fit
 */
export async function readInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit = LIMIT,
): Promise<{ input: z.output<Schema> } | { refused: Response }> {
  try {
    const { success, data, error } = schema.safeParse(parseJson(await readBody(request, limit)))
    return success ? { input: data } : { refused: invalid(problemsOf(error)) }
  } catch (error) {
    if (error instanceof BodyTooLargeError) return { refused: refusal(413, 'This is too much at once.', 'too-large') }
    throw error
  }
}
