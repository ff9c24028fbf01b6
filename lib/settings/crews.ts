import { fromTextFormula } from '../spreadsheet-text.ts'
import type { ServiceArea } from './organization-settings.ts'

/** A crew with its ZIP codes as somebody types them; an empty name is any crew. */
export type Crew = { name: string; zips: string }

/** Five digits, or nine with a dash, of which the area needs five. */
const ZIP = /^(\d{5})(?:-\d{4})?$/

/** The ZIP codes of a text, one a line or separated by commas or spaces, and what in it is none; each once. */
export function readZips(text: string): { zips: string[]; malformed: string[] } {
  const words = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(fromTextFormula)
  const zips = words.flatMap((word) => ZIP.exec(word)?.[1] ?? [])
  return { zips: [...new Set(zips)], malformed: [...new Set(words.filter((word) => !ZIP.test(word)))] }
}

/** A service area by crew, any crew first; the codes of each in order, as a text. */
export function crewsOf(area: ServiceArea): Crew[] {
  const byName = Map.groupBy(area, ({ crew }) => crew)
  const names = [...byName.keys()].toSorted((one, other) => one.localeCompare(other, 'en-US'))
  return names.map((name) => ({
    name,
    zips: (byName.get(name) ?? [])
      .map(({ zip }) => zip)
      .toSorted()
      .join(', '),
  }))
}

/** The service area that the crews have; what is no ZIP code is left out. */
export const areaOf = (crews: readonly Crew[]): ServiceArea =>
  crews.flatMap(({ name, zips }) => readZips(zips).zips.map((zip) => ({ zip, crew: name.trim() })))

/** ZIP codes that a crew shares with another one: a code belongs to one only. */
export function sharedZips(crews: readonly Crew[], position: number): string[] {
  const others = new Set(crews.flatMap(({ zips }, other) => (other === position ? [] : readZips(zips).zips)))
  return readZips(crews[position]?.zips ?? '').zips.filter((zip) => others.has(zip))
}
