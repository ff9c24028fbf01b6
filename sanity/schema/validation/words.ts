import { placeholdersIn } from '../../../lib/words.ts'

/** Names of placeholders as editors read them: `{page} and {last}`. */
export const inBraces = (names: string[]): string => names.map((name) => `{${name}}`).join(' and ')

/** Says which placeholders of the original text are missing in what an editor wrote; true when none is, or nothing is written. */
export function missingPlaceholderError(written: unknown, original: string): string | true {
  if (typeof written !== 'string' || written === '') return true
  const kept = placeholdersIn(written)
  const missing = placeholdersIn(original).filter((placeholder) => !kept.includes(placeholder))
  if (missing.length === 0) return true
  return `Put ${inBraces(missing)} where the site should fill it in.`
}
