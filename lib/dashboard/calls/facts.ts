import { CALL_FACTS, type CallFact, type TranscriptLine, type UnderstoodFact } from '../model/call.ts'

/** A fact with its source. `line` is an index into the transcript. */
export type PlacedFact = UnderstoodFact & { line: number }

/** Returns all fields in display order. Each has its latest fact, or the latest corrected one. */
export function factsOf(transcript: TranscriptLine[]): { field: CallFact; fact: PlacedFact | undefined }[] {
  const said = transcript.flatMap(({ understood = [] }, line) => understood.map((fact) => ({ ...fact, line })))
  return (Object.keys(CALL_FACTS) as CallFact[]).map((field) => {
    const ofField = said.filter((fact) => fact.field === field)
    return { field, fact: ofField.findLast(({ corrected }) => corrected) ?? ofField.at(-1) }
  })
}

export type LinePiece = { text: string; isMarked: boolean }

/** Splits a line into pieces and marks the quotes of facts. Overlapping quotes are merged. */
export function markedPieces({ text, understood = [] }: TranscriptLine): LinePiece[] {
  const lower = text.toLowerCase()
  const ranges = understood
    .flatMap(({ quote }) => {
      const start = quote ? lower.indexOf(quote.toLowerCase()) : -1
      return quote && start !== -1 ? [{ start, end: start + quote.length }] : []
    })
    .toSorted((one, other) => one.start - other.start)
  const pieces: LinePiece[] = []
  let at = 0
  for (const { start, end } of ranges) {
    const last = pieces.at(-1)
    if (start > at || !last?.isMarked) {
      if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false })
      pieces.push({ text: text.slice(start, end), isMarked: true })
    } else last.text += text.slice(at, end)
    at = Math.max(at, end)
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false })
  return pieces
}
