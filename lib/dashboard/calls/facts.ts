import { CALL_FACTS, type CallFact, type TranscriptLine, type UnderstoodFact } from '../model/call.ts'

/** `line` is the transcript index of the fact's source. */
export type PlacedFact = UnderstoodFact & { line: number }

/** Handover fields in order, each with its latest or corrected fact. */
export function factsOf(transcript: TranscriptLine[]): { field: CallFact; fact: PlacedFact | undefined }[] {
  const said = transcript.flatMap(({ understood = [] }, line) => understood.map((fact) => ({ ...fact, line })))
  return (Object.keys(CALL_FACTS) as CallFact[]).map((field) => {
    const ofField = said.filter((fact) => fact.field === field)
    return { field, fact: ofField.findLast(({ corrected }) => corrected) ?? ofField.at(-1) }
  })
}

export type LinePiece = { text: string; isMarked: boolean }

/** Splits a line into pieces and marks quoted facts; overlapping quotes merge. */
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
