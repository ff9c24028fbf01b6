/** Expected shape of a query result. All items of a list share one shape. */
export type AnswerShape = 'text' | 'number' | 'boolean' | 'any' | [AnswerShape] | { [name: string]: AnswerShape }

/** Value that violates the schema. `document` is the closest `_id` or `_key`. */
export type MalformedValue = {
  field: string
  expected: 'text' | 'a shorter text' | 'number' | 'boolean' | 'list' | 'object'
  document?: string
}

type ValueLocation = { path: string; document?: string | undefined }

const TYPE_BY_SHAPE = { text: 'string', number: 'number', boolean: 'boolean' } as const

/** Maximum characters per string, several times the length of the longest page. */
const MAX_TEXT_LENGTH = 200_000

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const getId = (value: unknown): string | undefined => {
  const name = isObject(value) ? (value._id ?? value._key) : undefined
  return typeof name === 'string' ? name : undefined
}

const describeMalformedValue = (
  { path, document }: ValueLocation,
  expected: MalformedValue['expected'],
): MalformedValue => ({
  field: path || 'the answer',
  expected,
  ...(document && { document }),
})

function checkValue(value: unknown, shape: AnswerShape, location: ValueLocation): MalformedValue | undefined {
  if (value === null || value === undefined || shape === 'any') return undefined
  if (typeof shape === 'string' && typeof value !== TYPE_BY_SHAPE[shape]) return describeMalformedValue(location, shape)
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    return describeMalformedValue(location, 'a shorter text')
  if (typeof shape === 'string') return undefined
  if (Array.isArray(shape)) return Array.isArray(value) ? undefined : describeMalformedValue(location, 'list')
  return isObject(value) ? undefined : describeMalformedValue(location, 'object')
}

const locateChild = ({ path, document }: ValueLocation, name: string, value: unknown): ValueLocation => ({
  path: path ? `${path}.${name}` : name,
  document: getId(value) ?? document,
})

/** Returns whether a result contains every list, total and id that its query always returns. */
export function isComplete(value: unknown, requiredShape: AnswerShape): boolean {
  if (typeof requiredShape === 'string') return requiredShape === 'any' || typeof value === TYPE_BY_SHAPE[requiredShape]
  if (Array.isArray(requiredShape))
    return Array.isArray(value) && value.every((entry) => isComplete(entry, requiredShape[0]))
  return isObject(value) && Object.entries(requiredShape).every(([name, child]) => isComplete(value[name], child))
}

function findProblem(value: unknown, shape: AnswerShape, location: ValueLocation): MalformedValue | undefined {
  const problem = checkValue(value, shape, location)
  if (problem || !isObject(value) || typeof shape === 'string' || Array.isArray(shape)) return problem
  for (const [name, child] of Object.entries(value)) {
    const childProblem = findProblem(child, shape[name] ?? 'any', locateChild(location, name, child))
    if (childProblem) return childProblem
  }
  return undefined
}

/**
 * Removes malformed values: drops list items and replaces other values with null.
 * Imports, scripts and older schemas bypass the Studio's validation.
 * Drops null list items but does not report them. They are usually references to deleted documents.
 * @param report callback for each malformed value
 */
export function removeMalformedValues(
  value: unknown,
  shape: AnswerShape,
  report: (malformed: MalformedValue) => void,
  location: ValueLocation = { path: '', document: getId(value) },
): unknown {
  const problem = checkValue(value, shape, location)
  if (problem) {
    report(problem)
    return null
  }
  if (Array.isArray(value) && Array.isArray(shape)) {
    return value.flatMap((entry: unknown, index) => {
      if (entry === null) return []
      const entryLocation = { path: `${location.path}[${index}]`, document: getId(entry) ?? location.document }
      const entryProblem = findProblem(entry, shape[0], entryLocation)
      if (!entryProblem) return [removeMalformedValues(entry, shape[0], report, entryLocation)]
      report(entryProblem)
      return []
    })
  }
  if (!isObject(value) || typeof shape === 'string' || Array.isArray(shape)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      removeMalformedValues(child, shape[name] ?? 'any', report, locateChild(location, name, child)),
    ]),
  )
}
