import { CALL_FACT_NAMES, type CallFact, type TranscriptLine } from '../model/call.ts'

/** Minimum share of a fact's words that a line must contain. */
const ENOUGH = 0.5

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function likeness(fact: string, line: string): number {
  const words = wordsOf(fact).filter((word) => word.length > 2 || /\d/.test(word))
  if (words.length === 0) return 0
  const said = new Set(wordsOf(line))
  return words.filter((word) => said.has(word)).length / words.length
}

/** Returns the words of the fact in a line, or the whole line. */
function quoteOf(fact: string, line: string): string {
  const start = line.toLowerCase().indexOf(fact.toLowerCase())
  return start === -1 ? line : line.slice(start, start + fact.length)
}

/**
 * Adds the facts to the lines of the caller, because the vendor reports facts without positions. If no line matches, a
 * fact is added to the caller's last line, so that users can correct it.
 */
export function markFacts(lines: TranscriptLine[], facts: Partial<Record<CallFact, string>>): TranscriptLine[] {
  const marked = lines.map((line) => ({ ...line }))
  const ofCaller = marked.filter(({ speaker }) => speaker === 'caller')
  for (const field of CALL_FACT_NAMES) {
    const value = facts[field]?.slice(0, 200)
    const last = ofCaller.at(-1)
    if (!value || !last) continue
    const ranked = ofCaller
      .map((line) => ({ line, likeness: likeness(value, line.text) }))
      .toSorted((one, other) => other.likeness - one.likeness)
    const best = ranked[0] && ranked[0].likeness >= ENOUGH ? ranked[0].line : undefined
    const place = best ?? last
    place.understood = [
      ...(place.understood ?? []),
      { field, value, ...(best && { quote: quoteOf(value, best.text) }) },
    ]
  }
  return marked
}
