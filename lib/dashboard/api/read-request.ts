import type { z } from 'zod'
import {
  isStorable,
  type Path,
  TooDeepError,
  UNSTORABLE_MESSAGE,
  findUnstorableTexts,
} from '../../platform/http/json-input.ts'
import { BodyTooLargeError, InvalidUtf8Error, readBody } from '../../platform/http/read-body.ts'
import { BODY_LIMITS } from '../../platform/http/body-limits.ts'
import { type FieldError, ProblemError } from './problem.ts'
import { parseJson } from '../../values/json.ts'

const JSON_TYPE = 'application/json'

const MAX_ERRORS = 50

/** Formats a path as a JSON Pointer fragment. Source: https://www.rfc-editor.org/rfc/rfc6901#section-6 */
const toJsonPointer = (path: Path): string =>
  ['#', ...path.map((part) => encodeURI(String(part).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')))].join(
    '/',
  )

const buildInvalidError = (errors: FieldError[]): ProblemError =>
  new ProblemError('invalid', 'Fix the fields listed in errors and send the request again.', {
    errors: errors.slice(0, MAX_ERRORS),
  })

/** Returns the paths of an issue. For unknown keys, these are the keys themselves, not their parent. */
const listIssuePaths = (issue: z.core.$ZodIssue): Path[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]

export const toBodyError = ({ issues }: Pick<z.ZodError, 'issues'>): ProblemError =>
  buildInvalidError(
    issues.flatMap((issue) =>
      listIssuePaths(issue).map((path) => ({ detail: issue.message, pointer: toJsonPointer(path) })),
    ),
  )

const toQueryError = ({ issues }: z.ZodError): ProblemError =>
  buildInvalidError(
    issues.flatMap((issue) =>
      listIssuePaths(issue).map(([name]) => ({ detail: issue.message, parameter: String(name) })),
    ),
  )

export const buildFieldError = (field: string, detail: string): ProblemError =>
  buildInvalidError([{ detail, pointer: toJsonPointer([field]) }])

export const buildParameterError = (parameter: string, detail: string): ProblemError =>
  buildInvalidError([{ detail, parameter }])

/**
 * Rejects a body with unsupported characters or excessive nesting.
 * @throws {ProblemError}
 */
function checkTexts(body: unknown): void {
  let invalidPaths: Path[]
  try {
    invalidPaths = findUnstorableTexts(body)
  } catch (error) {
    if (error instanceof TooDeepError) throw new ProblemError('malformed', `${error.message}.`)
    throw error
  }
  if (invalidPaths.length > 0)
    throw buildInvalidError(invalidPaths.map((path) => ({ detail: UNSTORABLE_MESSAGE, pointer: toJsonPointer(path) })))
}

const isJson = (type: string | null): boolean => type?.split(';')[0]?.trim().toLowerCase() === JSON_TYPE

/** Parsed body. `text` is the raw body, for the comparison of repeated requests. */
export type JsonBody = { text: string; value: unknown }

/**
 * Reads a JSON body.
 * @throws {ProblemError} if the type, size, encoding or JSON is invalid
 */
export async function readJson(request: Request): Promise<JsonBody> {
  if (!isJson(request.headers.get('content-type'))) {
    throw new ProblemError('unsupported-type', `Send JSON with Content-Type: ${JSON_TYPE}.`, {
      headers: { Accept: JSON_TYPE },
    })
  }
  const text = await readBody(request, BODY_LIMITS['/api/v1']).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) throw new ProblemError('too-large', `${error.message}.`)
    if (error instanceof InvalidUtf8Error) throw new ProblemError('malformed', `${error.message}.`)
    throw error
  })
  const value = parseJson(text)
  if (value === undefined) throw new ProblemError('malformed', 'The body is not valid JSON.')
  checkTexts(value)
  return { text, value }
}

/**
 * Validates a body.
 * @throws {ProblemError} with a pointer to each invalid field
 */
export function parseWithSchema<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw toBodyError(error)
  return data
}

function coerceValues(type: unknown, values: string[]): unknown {
  if (type === 'array') return values
  const [value] = values
  if (values.length > 1) return values
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if ((type === 'integer' || type === 'number') && value?.trim()) return Number(value)
  return value
}

/**
 * Parses query parameters.
 * @param types JSON Schema type of each parameter
 * @throws {ProblemError} with the name of each invalid or unknown parameter
 */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  types: Record<string, unknown>,
  params: URLSearchParams,
): z.output<Schema> {
  const names = [...new Set(params.keys())]
  const unstorablePairs = [...params].filter((pair) => !pair.every(isStorable))
  if (unstorablePairs.length > 0)
    throw buildInvalidError(unstorablePairs.map(([parameter]) => ({ detail: UNSTORABLE_MESSAGE, parameter })))
  const values = Object.fromEntries(names.map((name) => [name, coerceValues(types[name], params.getAll(name))]))
  const { success, data, error } = schema.safeParse(values)
  if (!success) throw toQueryError(error)
  return data
}
