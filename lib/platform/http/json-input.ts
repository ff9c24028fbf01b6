import type { z } from 'zod'
import type { Changed } from '../db/list.ts'
import { BODY_LIMITS } from './body-limits.ts'
import { NotTextError, readBody, UnreadableBodyError } from './read-body.ts'
import { parseJson } from '../../values/json.ts'

export const MAX_JSON_DEPTH = 16

export type Path = readonly PropertyKey[]

/** Returns whether Postgres can store the text. It stores neither NUL nor unpaired surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const UNSTORABLE = 'Contains an unsupported character: NUL or an unpaired surrogate'

export class TooDeepError extends Error {
  constructor() {
    super(`Objects and arrays can be nested at most ${MAX_JSON_DEPTH} levels deep`)
    this.name = 'TooDeepError'
  }
}

const MOST_PLACES = 50

/** Returns the paths of texts and field names with characters that cannot be stored. @throws {TooDeepError} */
export function unstorableTexts(sent: unknown): Path[] {
  const places: Path[] = []
  const open: { value: unknown; path: Path }[] = [{ value: sent, path: [] }]
  for (let next = open.pop(); next && places.length < MOST_PLACES; next = open.pop()) {
    const { value, path } = next
    if (path.length > MAX_JSON_DEPTH) throw new TooDeepError()
    if (typeof value === 'string' && !isStorable(value)) places.push(path)
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) places.push([...path, name])
      open.push({ value: part, path: [...path, name] })
    }
  }
  return places.slice(0, MOST_PLACES)
}

export type InputProblem = { path: string; message: string }

const refusal = (status: number, error: string, reason: string, more: object = {}): Response =>
  Response.json({ error, reason, ...more }, { status })

export class RefusedError extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`Request refused with status ${response.status}`)
    this.name = 'RefusedError'
    this.response = response
  }
}

/** Builds a 404 response. @param what starts the sentence: "This call" */
export const notFound = (what: string): Response => refusal(404, `${what} no longer exists.`, 'not-found')

export const conflict = (current: object): Response =>
  refusal(409, 'Someone else edited this. Save again to keep your version.', 'conflict', { current })

/**
 * Builds the response to a change: the changed row, 404, or 409 after a concurrent change.
 * @param what starts the sentence: "This call"
 */
export function changeResponse<Row extends object>(
  changed: Changed<Row>,
  what: string,
  answer: (row: Row) => object,
): Response {
  if (!changed) return notFound(what)
  return 'conflict' in changed ? conflict(changed.conflict) : Response.json(answer(changed.changed))
}

export const invalid = (problems: InputProblem[]): Response =>
  refusal(422, problems[0]?.message ?? 'Invalid request.', 'invalid', { problems })

export const problemsOf = ({ issues }: z.ZodError): InputProblem[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }))

export function textProblems(sent: unknown): InputProblem[] {
  try {
    return unstorableTexts(sent).map((path) => ({ path: path.join('.'), message: UNSTORABLE }))
  } catch (error) {
    if (error instanceof TooDeepError) return [{ path: '', message: error.message }]
    throw error
  }
}

function refuseUnread(error: unknown): never {
  if (error instanceof NotTextError) throw new RefusedError(invalid([{ path: '', message: error.message }]))
  if (!(error instanceof UnreadableBodyError)) throw error
  throw new RefusedError(refusal(413, 'Request body too large.', 'too-large'))
}

/**
 * Parses and validates a JSON body.
 * @throws {RefusedError} 413 if the body is too large, 422 if it is invalid or has unsupported characters
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
