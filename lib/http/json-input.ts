import type { z } from 'zod'
import type { Changed } from '../db/list.ts'
import { BODY_LIMITS } from './body-limits.ts'
import { TooDeepError, UNSTORABLE, unstorableTexts } from './json-texts.ts'
import { NotTextError, readBody, UnreadableBodyError } from './read-body.ts'

/** What is wrong with an input: where, and what to do, without what was sent. */
export type InputProblem = { path: string; message: string }

/** A refusal of the dashboard's API: a sentence for people, a name for programs. */
const refusal = (status: number, error: string, reason: string, more: object = {}): Response =>
  Response.json({ error, reason, ...more }, { status })

/** Thrown by what reads a request, to answer it with a refusal: `withAccess` does. */
export class RefusedError extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`The request is refused with status ${response.status}`)
    this.name = 'RefusedError'
    this.response = response
  }
}

/** 404 @param what at the beginning of a sentence: "This call" */
export const notFound = (what: string): Response => refusal(404, `${what} is not there any more.`, 'not-found')

/** 409 @param current what is there now */
export const conflict = (current: object): Response =>
  refusal(409, 'Somebody else changed this meanwhile.', 'conflict', { current })

/**
 * The answer to a change: what it became, 404, or 409 when somebody else changed it before.
 * @param what at the beginning of a sentence: "This call"
 */
export function changeResponse<Row extends object>(
  changed: Changed<Row>,
  what: string,
  answer: (row: Row) => object,
): Response {
  if (!changed) return notFound(what)
  return 'conflict' in changed ? conflict(changed.conflict) : Response.json(answer(changed.changed))
}

/** 422 */
export const invalid = (problems: InputProblem[]): Response =>
  refusal(422, problems[0]?.message ?? 'This cannot be read.', 'invalid', { problems })

/** What a schema found wrong. */
export const problemsOf = ({ issues }: z.ZodError): InputProblem[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's words would quote what was sent.
    return undefined
  }
}

/** What of an input cannot be stored, whichever field it is in; nothing where all of it can. */
export function textProblems(sent: unknown): InputProblem[] {
  try {
    return unstorableTexts(sent).map((path) => ({ path: path.join('.'), message: UNSTORABLE }))
  } catch (error) {
    if (error instanceof TooDeepError) return [{ path: '', message: error.message }]
    throw error
  }
}

/** @throws {RefusedError} */
function refuseUnread(error: unknown): never {
  if (error instanceof NotTextError) throw new RefusedError(invalid([{ path: '', message: error.message }]))
  if (!(error instanceof UnreadableBodyError)) throw error
  throw new RefusedError(refusal(413, 'This is too much at once.', 'too-large'))
}

/**
 * Reads the JSON that somebody sent, and checks it.
 * @throws {RefusedError} with 413 when it is too large, with 422 when it does not fit or has a text that cannot be stored
 */
export async function readInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit: number = BODY_LIMITS['/api/dashboard'],
): Promise<z.output<Schema>> {
  const sent = parseJson(await readBody(request, limit).catch(refuseUnread))
  const texts = textProblems(sent)
  if (texts.length > 0) throw new RefusedError(invalid(texts))
  const { success, data, error } = schema.safeParse(sent)
  if (!success) throw new RefusedError(invalid(problemsOf(error)))
  return data
}
