import { CALL_FACTS, type CallFact, type TranscriptLine, type UnderstoodFact } from '../model/call.ts'

/** A fact with its source. `line` is an index into the transcript. */
export type PlacedFact = UnderstoodFact & { line: number }

/** Returns all fields in display order, each with its latest fact. Facts that a user corrected take precedence. */
export function collectFacts(transcript: TranscriptLine[]): { field: CallFact; fact: PlacedFact | undefined }[] {
  const placedFacts = transcript.flatMap(({ understood = [] }, line) => understood.map((fact) => ({ ...fact, line })))
  return (Object.keys(CALL_FACTS) as CallFact[]).map((field) => {
    const fieldFacts = placedFacts.filter((fact) => fact.field === field)
    return { field, fact: fieldFacts.findLast(({ corrected }) => corrected) ?? fieldFacts.at(-1) }
  })
}

export type LinePart = { text: string; isHighlighted: boolean }

/** Splits a line into pieces and marks the quotes of facts. Overlapping quotes are merged. */
export function splitHighlights({ text, understood = [] }: TranscriptLine): LinePart[] {
  const lower = text.toLowerCase()
  const ranges = understood
    .flatMap(({ quote }) => {
      const start = quote ? lower.indexOf(quote.toLowerCase()) : -1
      return quote && start !== -1 ? [{ start, end: start + quote.length }] : []
    })
    .toSorted((a, b) => a.start - b.start)
  const parts: LinePart[] = []
  let offset = 0
  for (const { start, end } of ranges) {
    const last = parts.at(-1)
    if (start > offset || !last?.isHighlighted) {
      if (start > offset) parts.push({ text: text.slice(offset, start), isHighlighted: false })
      parts.push({ text: text.slice(start, end), isHighlighted: true })
    } else last.text += text.slice(offset, end)
    offset = Math.max(offset, end)
  }
  if (offset < text.length) parts.push({ text: text.slice(offset), isHighlighted: false })
  return parts
}
