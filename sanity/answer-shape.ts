/** Expected shape of a query result. All items of a list share one shape. */
export type AnswerShape = 'text' | 'number' | 'boolean' | 'any' | [AnswerShape] | { [name: string]: AnswerShape }

/** Value that violates the schema. `document` is the closest `_id` or `_key`. */
export type Malformed = {
  field: string
  expected: 'text' | 'a shorter text' | 'number' | 'boolean' | 'list' | 'object'
  document?: string
}

type Place = { path: string; document?: string | undefined }

const KINDS = { text: 'string', number: 'number', boolean: 'boolean' } as const

/** Maximum characters per string, several times the length of the longest page. */
const MAX_TEXT = 200_000

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (value: unknown): string | undefined => {
  const name = isObject(value) ? (value._id ?? value._key) : undefined
  return typeof name === 'string' ? name : undefined
}

const malformed = ({ path, document }: Place, expected: Malformed['expected']): Malformed => ({
  field: path || 'the answer',
  expected,
  ...(document && { document }),
})

function problemOf(value: unknown, shape: AnswerShape, place: Place): Malformed | undefined {
  if (value === null || value === undefined || shape === 'any') return undefined
  if (typeof shape === 'string' && typeof value !== KINDS[shape]) return malformed(place, shape)
  if (typeof value === 'string' && value.length > MAX_TEXT) return malformed(place, 'a shorter text')
  if (typeof shape === 'string') return undefined
  if (Array.isArray(shape)) return Array.isArray(value) ? undefined : malformed(place, 'list')
  return isObject(value) ? undefined : malformed(place, 'object')
}

const within = ({ path, document }: Place, name: string, value: unknown): Place => ({
  path: path ? `${path}.${name}` : name,
  document: nameOf(value) ?? document,
})

/** Returns whether a result contains every list, total and id that its query always returns. */
export function isComplete(value: unknown, always: AnswerShape): boolean {
  if (typeof always === 'string') return always === 'any' || typeof value === KINDS[always]
  if (Array.isArray(always)) return Array.isArray(value) && value.every((entry) => isComplete(entry, always[0]))
  return isObject(value) && Object.entries(always).every(([name, child]) => isComplete(value[name], child))
}

function problemIn(value: unknown, shape: AnswerShape, place: Place): Malformed | undefined {
  const problem = problemOf(value, shape, place)
  if (problem || !isObject(value) || typeof shape === 'string' || Array.isArray(shape)) return problem
  for (const [name, child] of Object.entries(value)) {
    const inside = problemIn(child, shape[name] ?? 'any', within(place, name, child))
    if (inside) return inside
  }
  return undefined
}

/**
 * Removes malformed values: drops list items and replaces other values with null.
 * Imports, scripts and older schemas bypass the Studio's validation.
 * Drops null list items without a report. They are usually references to deleted documents.
 * @param report callback for each malformed value
 */
export function withoutMalformed(
  value: unknown,
  shape: AnswerShape,
  report: (malformed: Malformed) => void,
  place: Place = { path: '', document: nameOf(value) },
): unknown {
  const problem = problemOf(value, shape, place)
  if (problem) {
    report(problem)
    return null
  }
  if (Array.isArray(value) && Array.isArray(shape)) {
    return value.flatMap((entry: unknown, index) => {
      if (entry === null) return []
      const at = { path: `${place.path}[${index}]`, document: nameOf(entry) ?? place.document }
      const inEntry = problemIn(entry, shape[0], at)
      if (!inEntry) return [withoutMalformed(entry, shape[0], report, at)]
      report(inEntry)
      return []
    })
  }
  if (!isObject(value) || typeof shape === 'string' || Array.isArray(shape)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      withoutMalformed(child, shape[name] ?? 'any', report, within(place, name, child)),
    ]),
  )
}
