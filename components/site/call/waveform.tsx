import { stegaClean } from 'next-sanity'
import type { Call } from './call.ts'

const HEIGHT = 36

const MAX_WORD_LENGTH = 11

const getHalfHeight = (word: string) =>
  Math.round((Math.min(word.length + 1, MAX_WORD_LENGTH) / MAX_WORD_LENGTH) * (HEIGHT / 2 - 2))

/**
 * Draws one line per word, with a height that depends on the word's length. Words of equal length produce equal path
 * text, which compresses well.
 */
function buildStrokes(call: Call, voice: 'caller' | 'assistant'): { path: string; wordCount: number } {
  let count = 0
  const path = (call.lines ?? []).map(({ speaker, text }) => {
    const words = (stegaClean(text) ?? '').split(/\s+/).filter(Boolean)
    const start = count + 1
    count += words.length
    if (stegaClean(speaker) !== voice) return ''
    const formatStroke = (halfHeight: number) => `v${halfHeight}v${-2 * halfHeight}v${halfHeight}m1 0`
    return `M${start} ${HEIGHT / 2}${words.map((word) => formatStroke(getHalfHeight(word))).join('')}`
  })
  return { path: path.join(''), wordCount: count }
}

/**
 * Renders the waveform: the caller in the ember color, the assistant in the ice color. Played words have the full
 * color.
 */
export function Waveform({ id, call }: { id: string; call: Call }) {
  const caller = buildStrokes(call, 'caller')
  const assistant = buildStrokes(call, 'assistant')
  return (
    <svg viewBox={`0 0 ${caller.wordCount + 1} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <g opacity="0.35">
        <g id={`${id}-words`} fill="none" strokeWidth="1.5">
          <path d={caller.path} stroke="var(--primary)" vectorEffect="non-scaling-stroke" />
          <path d={assistant.path} stroke="var(--accent)" vectorEffect="non-scaling-stroke" />
        </g>
      </g>
      <use href={`#${id}-words`} className="call-heard" />
    </svg>
  )
}
