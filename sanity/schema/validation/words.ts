import { placeholdersIn } from '../../../lib/words.ts'

/** Says which placeholders of the original text are missing in what an editor wrote; true when none is. */
export function missingPlaceholderError(written: unknown, original: string): string | true {
  const kept = placeholdersIn(typeof written === 'string' ? written : '')
  const missing = placeholdersIn(original).filter((placeholder) => !kept.includes(placeholder))
  if (missing.length === 0) return true
  return `Put ${missing.map((placeholder) => `{${placeholder}}`).join(' and ')} where the site should fill it in.`
}
