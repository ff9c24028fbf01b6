import { CALL_FACT_NAMES, type CallFact, type TranscriptLine } from '../model/call.ts'

/** Minimum share of a fact's words that a line must contain. */
const MIN_LIKENESS = 0.5

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function computeSimilarity(fact: string, line: string): number {
  const words = splitWords(fact).filter((word) => word.length > 2 || /\d/.test(word))
  if (words.length === 0) return 0
  const lineWords = new Set(splitWords(line))
  return words.filter((word) => lineWords.has(word)).length / words.length
}

/** Returns the words of the fact in a line, or the whole line. */
function findQuote(fact: string, line: string): string {
  const start = line.toLowerCase().indexOf(fact.toLowerCase())
  return start === -1 ? line : line.slice(start, start + fact.length)
}

/**
 * Adds the facts to the lines of the caller, because the vendor reports facts without positions. If no line matches, a
 * fact is added to the caller's last line, so that users can correct it.
 */
export function markFacts(lines: TranscriptLine[], facts: Partial<Record<CallFact, string>>): TranscriptLine[] {
  const markedLines = lines.map((line) => ({ ...line }))
  const callerLines = markedLines.filter(({ speaker }) => speaker === 'caller')
  for (const field of CALL_FACT_NAMES) {
    const value = facts[field]?.slice(0, 200)
    const last = callerLines.at(-1)
    if (!value || !last) continue
    const candidates = callerLines
      .map((line) => ({ line, likeness: computeSimilarity(value, line.text) }))
      .toSorted((a, b) => b.likeness - a.likeness)
    const bestLine = candidates[0] && candidates[0].likeness >= MIN_LIKENESS ? candidates[0].line : undefined
    const targetLine = bestLine ?? last
    targetLine.understood = [
      ...(targetLine.understood ?? []),
      { field, value, ...(bestLine && { quote: findQuote(value, bestLine.text) }) },
    ]
  }
  return markedLines
}
