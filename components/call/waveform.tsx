import { stegaClean } from 'next-sanity'
import type { Call } from './call.ts'

const HEIGHT = 36

/** Letters of a word as tall as the drawing. */
const TALLEST = 11

type Voice = 'caller' | 'assistant'

/** A stroke for each word of one voice, at its place among all words and as tall as the word is long. */
function strokes(call: Call, voice: Voice): { path: string; words: number } {
  let word = 0
  const path = (call.lines ?? []).map(({ speaker, text }) =>
    (stegaClean(text) ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map(({ length }) => {
        word += 1
        if (stegaClean(speaker) !== voice) return ''
        const half = Math.round((Math.min(length + 1, TALLEST) / TALLEST) * (HEIGHT / 2 - 2))
        return `M${word} ${HEIGHT / 2 - half}v${half * 2}`
      })
      .join(''),
  )
  return { path: path.join(''), words: word }
}

/**
 * The words of a call, one stroke each: ember where the caller speaks, ice where the assistant does. What has been heard
 * is in full colour, the rest faint.
 */
export function Waveform({ id, call }: { id: string; call: Call }) {
  const caller = strokes(call, 'caller')
  const assistant = strokes(call, 'assistant')
  return (
    <svg
      viewBox={`0 0 ${caller.words + 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-9 w-full"
      aria-hidden="true"
    >
      <g opacity="0.35">
        <g id={`${id}-words`} fill="none" strokeWidth="1.5">
          <path d={caller.path} stroke="var(--ember)" vectorEffect="non-scaling-stroke" />
          <path d={assistant.path} stroke="var(--ice)" vectorEffect="non-scaling-stroke" />
        </g>
      </g>
      <use href={`#${id}-words`} className="call-heard" />
    </svg>
  )
}
