const NO_BREAK = '\u00A0'

/** Keeps a unit with its number, and a separating dot with what stands before it, on one line. */
const typesetText = (text: string): string =>
  text.replaceAll(/(?<=\d) °/g, `${NO_BREAK}°`).replaceAll(' · ', `${NO_BREAK}· `)

/** Fields that nobody reads as running text. */
const isCode = (name: string) => name.startsWith('_') || name === 'code'

/** A document of the sample content as it is set: with no-break spaces where a line should not end. */
export function typeset<Value>(value: Value): Value {
  if (typeof value === 'string') return typesetText(value) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => typeset(item)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isCode(name) ? inner : typeset<unknown>(inner)]),
  ) as Value
}
