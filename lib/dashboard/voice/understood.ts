import { CALL_FACT_NAMES, type CallFact, type TranscriptLine } from '../model/call.ts'

/** Minimum share of a fact's words in a line. */
const ENOUGH = 0.5

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function likeness(fact: string, line: string): number {
  const words = wordsOf(fact).filter((word) => word.length > 2 || /\d/.test(word))
  if (words.length === 0) return 0
  const said = new Set(wordsOf(line))
  return words.filter((word) => said.has(word)).length / words.length
}

/** The matching words, or the whole line. */
function quoteOf(fact: string, line: string): string {
  const start = line.toLowerCase().indexOf(fact.toLowerCase())
  return start === -1 ? line : line.slice(start, start + fact.length)
}

/** The vendor reports facts without positions. A fact not found is marked at the caller's last line, so it can be corrected. */
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
