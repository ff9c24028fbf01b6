/** How deep objects and lists may be inside each other in what is sent. */
export const MAX_JSON_DEPTH = 16

/** Where something is in what was sent, from the outside inwards. */
export type Path = readonly PropertyKey[]

/** Postgres stores neither NUL nor half of a pair of UTF-16. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const UNSTORABLE = 'This has a character that cannot be stored: NUL, or half of a surrogate pair'

/** Thrown for what is nested too deeply to be looked at. */
export class TooDeepError extends Error {
  constructor() {
    super(`Objects and lists may be ${MAX_JSON_DEPTH} deep inside each other`)
    this.name = 'TooDeepError'
  }
}

/** More would not help whoever reads them. */
const MOST_PLACES = 50

/**
 * Finds texts anywhere in what was sent, names of fields too, that cannot be stored as they are.
 * @returns where they are
 * @throws {TooDeepError}
 */
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
