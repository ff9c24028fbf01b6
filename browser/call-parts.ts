import {
  CALL,
  CALL_CAPTION,
  CALL_CAPTION_SPEAKER,
  CALL_CLOCK,
  CALL_HEARD_PROPERTY,
  CALL_LINE,
  CALL_NOW,
  CALL_POSITION,
  CALL_SAID,
  CALL_SECONDS,
  CALL_SPEAKER,
  CALL_STARTS,
  CALL_TEXT,
  CALL_WORDS,
} from '../lib/dom-contract.ts'
import { evenWordTimes, unpackWordTimes, wordsOf } from '../lib/site/word-times.ts'
import type { CallLine } from './call-voices.ts'
import { lightWords } from './call-words.ts'

/* Finds the player and the transcript of a call. Both have the same name. */

export const partsOf = (name: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[${CALL}="${CSS.escape(name)}"]`),
]

const inParts = (parts: Element[], selector: string): HTMLElement[] =>
  parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>(selector)])

export const transcriptIn = (parts: Element[]): HTMLElement | undefined => inParts(parts, `[${CALL_SECONDS}]`)[0]

const textOf = (element: Element | null | undefined) => element?.textContent ?? ''

const lineElements = (parts: Element[]) => inParts(parts, `[${CALL_STARTS}]`)

export function linesIn(parts: Element[], seconds: number): CallLine[] {
  const lines = lineElements(parts)
  const startOf = (line: Element | undefined) => Number(line?.getAttribute(CALL_STARTS) ?? seconds)
  return lines.map((line, number) => {
    const starts = startOf(line)
    const text = textOf(line.querySelector(`[${CALL_TEXT}]`))
    const words = wordsOf(text)
    const measured = unpackWordTimes(line.getAttribute(CALL_WORDS) ?? '', starts)
    return {
      starts,
      speaker: line.getAttribute(CALL_SPEAKER) ?? '',
      text,
      // Measured times apply only if the line has not changed since the recording.
      words: measured.length === words.length ? measured : evenWordTimes(words, starts, startOf(lines[number + 1])),
    }
  })
}

export function showSaid(parts: Element[], number: number): void {
  for (const element of inParts(parts, `[${CALL_LINE}]`))
    element.toggleAttribute(CALL_SAID, Number(element.getAttribute(CALL_LINE)) <= number)
}

export function showLine(parts: Element[], number: number): void {
  const lines = lineElements(parts)
  for (const [index, line] of lines.entries()) line.toggleAttribute(CALL_NOW, index === number)
  const text = lines[number]?.querySelector(`[${CALL_TEXT}]`)
  if (!text) return
  for (const caption of inParts(parts, `[${CALL_CAPTION}]`)) caption.textContent = textOf(text)
  for (const speaker of inParts(parts, `[${CALL_CAPTION_SPEAKER}]`))
    speaker.textContent = textOf(text.previousElementSibling)
}

export function showWord(parts: Element[], { words }: CallLine, seconds: number): void {
  const places = inParts(parts, `[${CALL_NOW}] [${CALL_TEXT}], [${CALL_CAPTION}]`)
  lightWords(
    places,
    Math.max(
      0,
      words.findLastIndex((starts) => starts <= seconds),
    ),
  )
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

export function showTime(parts: HTMLElement[], seconds: number, length: number): void {
  for (const part of parts) part.style.setProperty(CALL_HEARD_PROPERTY, String(Math.min(seconds / length, 1)))
  for (const clock of inParts(parts, `[${CALL_CLOCK}]`)) clock.textContent = clockOf(seconds)
  for (const slider of inParts(parts, `[${CALL_POSITION}]`) as HTMLInputElement[]) {
    slider.value = String(seconds)
    slider.setAttribute('aria-valuetext', `${clockOf(seconds)} / ${clockOf(length)}`)
  }
}
