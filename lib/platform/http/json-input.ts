import type { z } from 'zod'
import type { UpdateResult } from '../db/list.ts'
import { BODY_LIMITS } from './body-limits.ts'
import { InvalidUtf8Error, readBody, UnreadableBodyError } from './read-body.ts'
import { parseJson } from '../../values/json.ts'

export const MAX_JSON_DEPTH = 16

export type Path = readonly PropertyKey[]

/** Returns whether Postgres can store the text. It stores neither NUL nor unpaired surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const UNSTORABLE_MESSAGE = 'Contains an unsupported character: NUL or an unpaired surrogate'

export class TooDeepError extends Error {
  constructor() {
    super(`Objects and arrays can be nested at most ${MAX_JSON_DEPTH} levels deep`)
    this.name = 'TooDeepError'
  }
}

const MAX_REPORTED_PATHS = 50

/** Returns the paths of texts and field names with characters that cannot be stored. @throws {TooDeepError} */
export function findUnstorableTexts(input: unknown): Path[] {
  const paths: Path[] = []
  const pending: { value: unknown; path: Path }[] = [{ value: input, path: [] }]
  for (let next = pending.pop(); next && paths.length < MAX_REPORTED_PATHS; next = pending.pop()) {
    const { value, path } = next
    if (path.length > MAX_JSON_DEPTH) throw new TooDeepError()
    if (typeof value === 'string' && !isStorable(value)) paths.push(path)
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) paths.push([...path, name])
      pending.push({ value: part, path: [...path, name] })
    }
  }
  return paths.slice(0, MAX_REPORTED_PATHS)
}

export type InputProblem = { path: string; message: string }

const buildErrorResponse = (status: number, error: string, reason: string, details: object = {}): Response =>
  Response.json({ error, reason, ...details }, { status })

export class RefusedError extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`Request rejected with status ${response.status}`)
    this.name = 'RefusedError'
    this.response = response
  }
}

/** Builds a 404 response. @param subject starts the sentence: "This call" */
export const buildNotFoundResponse = (subject: string): Response =>
  buildErrorResponse(404, `${subject} no longer exists.`, 'not-found')

export const buildConflictResponse = (current: object): Response =>
  buildErrorResponse(409, 'Someone else edited this. Save again to keep your version.', 'conflict', { current })

/**
 * Builds the response to a change: the changed row, 404, or 409 after a concurrent change.
 * @param subject starts the sentence: "This call"
 */
export function buildChangeResponse<Row extends object>(
  result: UpdateResult<Row>,
  subject: string,
  toBody: (row: Row) => object,
): Response {
  if (!result) return buildNotFoundResponse(subject)
  return 'conflict' in result ? buildConflictResponse(result.conflict) : Response.json(toBody(result.changed))
}

export const buildInvalidResponse = (problems: InputProblem[]): Response =>
  buildErrorResponse(422, problems[0]?.message ?? 'Invalid request.', 'invalid', { problems })

export const toInputProblems = ({ issues }: z.ZodError): InputProblem[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }))

export function findTextProblems(input: unknown): InputProblem[] {
  try {
    return findUnstorableTexts(input).map((path) => ({ path: path.join('.'), message: UNSTORABLE_MESSAGE }))
  } catch (error) {
    if (error instanceof TooDeepError) return [{ path: '', message: error.message }]
    throw error
  }
}

function throwBodyError(error: unknown): never {
  if (error instanceof InvalidUtf8Error)
    throw new RefusedError(buildInvalidResponse([{ path: '', message: error.message }]))
  if (!(error instanceof UnreadableBodyError)) throw error
  throw new RefusedError(buildErrorResponse(413, 'Request body too large.', 'too-large'))
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
  const input = parseJson(await readBody(request, limit).catch(throwBodyError))
  const texts = findTextProblems(input)
  if (texts.length > 0) throw new RefusedError(buildInvalidResponse(texts))
  const { success, data, error } = schema.safeParse(input)
  if (!success) throw new RefusedError(buildInvalidResponse(toInputProblems(error)))
  return data
}
