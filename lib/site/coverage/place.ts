import { hasPrefix, stateNamed, stateOfZip } from './zip-states.ts'

/** City with a page, and the areas that it also serves. */
export type CityPlace = {
  name: string
  state: string
  href: string
  /** Three-digit ZIP prefixes nearby, as single ones and ranges. */
  zips: string[]
  /** Full names of other states with a similar climate. */
  states: string[]
}

/** Returns the cities as compact text, which is smaller in the page than JSON. No part contains the separators. */
export const placesText = (cities: CityPlace[]): string =>
  cities.map(({ name, state, href, zips, states }) => [name, state, href, zips, states].join('|')).join(';')

export const placesFrom = (text: string): CityPlace[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((line) => {
      const [name = '', state = '', href = '', zips = '', states = ''] = line.split('|')
      return { name, state, href, zips: zips.split(',').filter(Boolean), states: states.split(',').filter(Boolean) }
    })

/**
 * Result of the coverage check. The city page is that of the city itself, of one in the same state, or of one with a
 * similar climate. Errors are an unknown ZIP prefix and a town without a state.
 */
export type Place =
  | { state: string; city?: CityPlace; why: 'city' | 'state' | 'weather' | 'none' }
  | { why: 'unknown' | 'town' }

const ZIP = /^(\d{3})\d{2}(-?\d{4})?$/

/** Returns whether the text is a town's name, alone or before its state. */
const names = (text: string, town: string) =>
  text.toLowerCase().startsWith(town.toLowerCase()) && !/\w/.test(text.charAt(town.length))

/**
 * Returns the state at the end of texts such as “Cleveland, OH” and “charleston west virginia”, or of a state alone.
 */
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
  // A name can be both a town and a state, such as “New York”.
  const city = cities.find(
    ({ name, state: own }) => names(text, name) && (state === undefined || state === own || state === name),
  )
  if (city) return { state: city.state, city, why: 'city' }
  return state ? inState(state, cities) : { why: 'town' }
}
