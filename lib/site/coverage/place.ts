import { hasPrefix, stateNamed, stateOfZip } from './zip-states.ts'

/** A city with a page, and the areas it also serves. */
export type CityPlace = {
  name: string
  state: string
  href: string
  /** ZIP prefixes of three digits nearby, single ones and ranges. */
  zips: string[]
  /** Full names of other states with a similar climate. */
  states: string[]
}

/** Compact text, smaller than JSON in the page; no part contains the separators. */
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
 * The city page is of the city itself, one in the same state, or one with a similar climate. Or an error: unknown ZIP prefix,
 * or a town without a state.
 */
export type Place =
  | { state: string; city?: CityPlace; why: 'city' | 'state' | 'weather' | 'none' }
  | { why: 'unknown' | 'town' }

const ZIP = /^(\d{3})\d{2}(-?\d{4})?$/

/** Matches a town's name, alone or before its state. */
const names = (text: string, town: string) =>
  text.toLowerCase().startsWith(town.toLowerCase()) && !/\w/.test(text.charAt(town.length))

/** “Cleveland, OH”, “charleston west virginia”, or the state alone. */
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
  // A name can be both a town and a state: “New York”.
  const city = cities.find(
    ({ name, state: own }) => names(text, name) && (state === undefined || state === own || state === name),
  )
  if (city) return { state: city.state, city, why: 'city' }
  return state ? inState(state, cities) : { why: 'town' }
}
