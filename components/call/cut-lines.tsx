import type { ReactNode } from 'react'

/** Fewer lines than these are not worth a control. */
const HIDDEN_AT_LEAST = 2

type CutLinesProps = {
  lines: ReactNode[]
  /** How many lines are in sight at the beginning and at the end. */
  opening: number
  ending: number
  /** What opens the lines in between. */
  more: string
}

/** The lines of a call: how it begins and ends, and what is between on request. */
export function CutLines({ lines, opening, ending, more }: CutLinesProps) {
  const end = lines.length - ending
  if (end - opening < HIDDEN_AT_LEAST) return <ol>{lines}</ol>
  return (
    <>
      <ol>{lines.slice(0, opening)}</ol>
      <details>
        <summary className="call-more label">
          {more}
          <span className="chevron" />
        </summary>
        <ol start={opening + 1}>{lines.slice(opening, end)}</ol>
      </details>
      <ol start={end + 1}>{lines.slice(end)}</ol>
    </>
  )
}
