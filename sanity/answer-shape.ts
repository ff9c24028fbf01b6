/** The kind of a value of an answer: a list has one shape for all its entries. */
export type AnswerShape = 'text' | 'number' | 'boolean' | 'any' | [AnswerShape] | { [name: string]: AnswerShape }

/** A value that is not what the schema says of its field; `document` is the nearest id or key around it. */
export type Malformed = {
  field: string
  expected: 'text' | 'a shorter text' | 'number' | 'boolean' | 'list' | 'object'
  document?: string
}

type Place = { path: string; document?: string | undefined }

const KINDS = { text: 'string', number: 'number', boolean: 'boolean' } as const

/** Characters of the longest text that is shown, several times what the longest page has. */
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

/** What is wrong with a value itself, whatever is inside it. */
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

/** What is wrong with an entry of a list: with itself or its fields, but not with the entries of lists inside it. */
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
 * An answer without what is not of the kind that the schema says: entries of lists are left out one by one, other values are
 * null, as if nobody had filled them in. A dataset can hold anything: imports, scripts and older schemas write past the Studio.
 * An entry that is null, such as a reference to what was deleted, is left out as well, and not reported.
 * @param report hears of each value that is left out
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
