import type { z } from 'zod'
import { isStorable, type Path, TooDeepError, UNSTORABLE, unstorableTexts } from '../http/json-texts.ts'
import { BodyTooLargeError, NotTextError, readBody } from '../http/read-body.ts'
import { BODY_LIMITS } from '../http/body-limits.ts'
import { type FieldError, ProblemError } from './problem.ts'

const JSON_TYPE = 'application/json'

/** More would not help whoever reads them. */
const MOST_ERRORS = 50

/** A JSON Pointer as a fragment. Source: https://www.rfc-editor.org/rfc/rfc6901#section-6 */
const pointerTo = (path: Path): string =>
  ['#', ...path.map((part) => encodeURI(String(part).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')))].join(
    '/',
  )

const invalid = (errors: FieldError[]): ProblemError =>
  new ProblemError('invalid', 'Correct the fields that are named and send the request again.', {
    errors: errors.slice(0, MOST_ERRORS),
  })

/** Where an issue is; what is there and should not be is named itself. */
const placesOf = (issue: z.core.$ZodIssue): Path[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]

/** What is wrong with a body, as a problem. */
export const invalidBody = ({ issues }: Pick<z.ZodError, 'issues'>): ProblemError =>
  invalid(
    issues.flatMap((issue) => placesOf(issue).map((path) => ({ detail: issue.message, pointer: pointerTo(path) }))),
  )

/** What is wrong with a query, as a problem. */
const invalidQuery = ({ issues }: z.ZodError): ProblemError =>
  invalid(
    issues.flatMap((issue) => placesOf(issue).map(([name]) => ({ detail: issue.message, parameter: String(name) }))),
  )

/** One field of the body is wrong in a way that its schema does not know. */
export const invalidField = (field: string, detail: string): ProblemError =>
  invalid([{ detail, pointer: pointerTo([field]) }])

/** One parameter of the query is wrong in a way that its schema does not know. */
export const invalidParameter = (parameter: string, detail: string): ProblemError => invalid([{ detail, parameter }])

/** Refuses texts anywhere in a body that cannot be stored. @throws {ProblemError} also for what is nested too deeply */
function checkTexts(body: unknown): void {
  const places = unstorableIn(body)
  if (places.length > 0) throw invalid(places.map((path) => ({ detail: UNSTORABLE, pointer: pointerTo(path) })))
}

function unstorableIn(body: unknown): Path[] {
  try {
    return unstorableTexts(body)
  } catch (error) {
    if (error instanceof TooDeepError) throw new ProblemError('malformed', `${error.message}.`)
    throw error
  }
}

const isJson = (type: string | null): boolean => type?.split(';')[0]?.trim().toLowerCase() === JSON_TYPE

/** A body as it came, for comparing requests, and what it says. */
export type JsonBody = { text: string; value: unknown }

/**
 * Reads a body of JSON.
 * @throws {ProblemError} for another type, for one that is too large, malformed, or has texts that cannot be stored
 */
export async function readJson(request: Request): Promise<JsonBody> {
  if (!isJson(request.headers.get('content-type'))) {
    throw new ProblemError('unsupported-type', `Send ${JSON_TYPE}, and name it in Content-Type.`, {
      headers: { Accept: JSON_TYPE },
    })
  }
  const text = await readBody(request, BODY_LIMITS['/api/v1']).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) throw new ProblemError('too-large', `${error.message}.`)
    if (error instanceof NotTextError) throw new ProblemError('malformed', `${error.message}.`)
    throw error
  })
  const value = parsed(text)
  checkTexts(value)
  return { text, value }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's words would quote the body.
    throw new ProblemError('malformed', 'The body is not JSON.')
  }
}

/** The part of a body that a schema describes. @throws {ProblemError} with a pointer to each field that is wrong */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw invalidBody(error)
  return data
}

/** What is written in an address, as the type that a parameter has. */
function typed(type: unknown, values: string[]): unknown {
  if (type === 'array') return values
  const [value] = values
  if (values.length > 1) return values
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if ((type === 'integer' || type === 'number') && value?.trim()) return Number(value)
  return value
}

/**
 * Reads the parameters of an address. Lists are written as a parameter repeated, yes and no as `true` and `false`.
 * @param types the type of each parameter, as in JSON Schema
 * @throws {ProblemError} naming each parameter that is wrong or unknown
 */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  types: Record<string, unknown>,
  params: URLSearchParams,
): z.output<Schema> {
  const names = [...new Set(params.keys())]
  const unstorable = [...params].filter((pair) => !pair.every(isStorable))
  if (unstorable.length > 0) throw invalid(unstorable.map(([parameter]) => ({ detail: UNSTORABLE, parameter })))
  const values = Object.fromEntries(names.map((name) => [name, typed(types[name], params.getAll(name))]))
  const { success, data, error } = schema.safeParse(values)
  if (!success) throw invalidQuery(error)
  return data
}
