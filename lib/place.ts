import { hasPrefix, stateNamed, stateOfZip } from './zip-states.ts'

/** A city with a page, and whom its page is for beside its state. */
export type CityPlace = {
  name: string
  /** Full name of its state. */
  state: string
  href: string
  /** First three digits of ZIP codes near it, single ones and ranges. */
  zips: string[]
  /** Full names of other states with much the same weather. */
  states: string[]
}

/** The cities as one text, which takes less room in a page than JSON does; no part of it has these marks. */
export const placesText = (cities: CityPlace[]): string =>
  cities.map(({ name, state, href, zips, states }) => [name, state, href, zips, states].join('|')).join(';')

/** The same, read back. */
export const placesFrom = (text: string): CityPlace[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((line) => {
      const [name = '', state = '', href = '', zips = '', states = ''] = line.split('|')
      return { name, state, href, zips: zips.split(',').filter(Boolean), states: states.split(',').filter(Boolean) }
    })

/**
 * What is known of a place that somebody typed: its state, and the city whose page is the nearest, because it is there, in
 * the same state, or has much the same weather. Or why nothing is: no state has such a ZIP code, or a town's name alone does
 * not say the state.
 */
export type Place =
  | { state: string; city?: CityPlace; why: 'city' | 'state' | 'weather' | 'none' }
  | { why: 'unknown' | 'town' }

const ZIP = /^(\d{3})\d{2}(-?\d{4})?$/

/** Whether a text begins with a town's name, before its state or alone. */
const names = (text: string, town: string) =>
  text.toLowerCase().startsWith(town.toLowerCase()) && !/\w/.test(text.charAt(town.length))

/** The state that a text ends with: “Cleveland, OH”, “charleston west virginia”, or the state alone. */
function stateAtEnd(text: string): string | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean)
  for (const start of words.keys()) {
    const state = stateNamed(words.slice(start).join(' '))
    if (state) return state
  }
  return undefined
}

function inState(state: string, cities: CityPlace[]): Place {
  const own = cities.find((city) => city.state === state)
  if (own) return { state, city: own, why: 'state' }
  const alike = cities.find(({ states }) => states.includes(state))
  return alike ? { state, city: alike, why: 'weather' } : { state, why: 'none' }
}

/** Says of a ZIP code, or of a town with its state, what the pages of these cities have for it. */
export function placeOf(typed: string, cities: CityPlace[]): Place {
  const text = typed.trim()
  const [, digits] = ZIP.exec(text) ?? []
  if (digits) {
    const near = cities.find(({ zips }) => hasPrefix(zips, digits))
    const state = stateOfZip(digits)
    if (!state) return { why: 'unknown' }
    return near ? { state, city: near, why: 'city' } : inState(state, cities)
  }
  if (/^\d/.test(text)) return { why: 'unknown' }
  const state = stateAtEnd(text)
  // A town may be called as a state is: “New York” is both.
  const city = cities.find(
    ({ name, state: own }) => names(text, name) && (state === undefined || state === own || state === name),
  )
  if (city) return { state: city.state, city, why: 'city' }
  return state ? inState(state, cities) : { why: 'town' }
}
