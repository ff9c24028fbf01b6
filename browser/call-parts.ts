import {
  CALL_ATTRIBUTE,
  CALL_CAPTION_ATTRIBUTE,
  CALL_CAPTION_SPEAKER_ATTRIBUTE,
  CALL_CLOCK_ATTRIBUTE,
  CALL_PROGRESS_PROPERTY,
  CALL_LINE_ATTRIBUTE,
  CALL_LINE_CURRENT_ATTRIBUTE,
  CALL_POSITION_ATTRIBUTE,
  CALL_LINE_SPOKEN_ATTRIBUTE,
  CALL_SECONDS_ATTRIBUTE,
  CALL_SPEAKER_ATTRIBUTE,
  CALL_STARTS_ATTRIBUTE,
  CALL_TEXT_ATTRIBUTE,
  CALL_WORDS_ATTRIBUTE,
} from '../lib/dom-contract.ts'
import { estimateWordTimes, unpackWordTimes, splitWords } from '../lib/site/word-times.ts'
import type { CallLine } from './call-voices.ts'
import { highlightWords } from './call-words.ts'

/* Finds the player and the transcript of a call. Both have the same name. */

export const findParts = (name: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[${CALL_ATTRIBUTE}="${CSS.escape(name)}"]`),
]

const findInParts = (parts: Element[], selector: string): HTMLElement[] =>
  parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>(selector)])

export const findTranscript = (parts: Element[]): HTMLElement | undefined =>
  findInParts(parts, `[${CALL_SECONDS_ATTRIBUTE}]`)[0]

const getText = (element: Element | null | undefined) => element?.textContent ?? ''

const findLineElements = (parts: Element[]) => findInParts(parts, `[${CALL_STARTS_ATTRIBUTE}]`)

export function readLines(parts: Element[], seconds: number): CallLine[] {
  const lines = findLineElements(parts)
  const getStart = (line: Element | undefined) => Number(line?.getAttribute(CALL_STARTS_ATTRIBUTE) ?? seconds)
  return lines.map((line, number) => {
    const start = getStart(line)
    const text = getText(line.querySelector(`[${CALL_TEXT_ATTRIBUTE}]`))
    const words = splitWords(text)
    const measuredTimes = unpackWordTimes(line.getAttribute(CALL_WORDS_ATTRIBUTE) ?? '', start)
    return {
      starts: start,
      speaker: line.getAttribute(CALL_SPEAKER_ATTRIBUTE) ?? '',
      text,
      // Uses measured times only if the line still has the same number of words as the recording.
      words:
        measuredTimes.length === words.length
          ? measuredTimes
          : estimateWordTimes(words, start, getStart(lines[number + 1])),
    }
  })
}

export function markSpokenLines(parts: Element[], number: number): void {
  for (const element of findInParts(parts, `[${CALL_LINE_ATTRIBUTE}]`))
    element.toggleAttribute(CALL_LINE_SPOKEN_ATTRIBUTE, Number(element.getAttribute(CALL_LINE_ATTRIBUTE)) <= number)
}

export function showLine(parts: Element[], number: number): void {
  const lines = findLineElements(parts)
  for (const [index, line] of lines.entries()) line.toggleAttribute(CALL_LINE_CURRENT_ATTRIBUTE, index === number)
  const text = lines[number]?.querySelector(`[${CALL_TEXT_ATTRIBUTE}]`)
  if (!text) return
  for (const caption of findInParts(parts, `[${CALL_CAPTION_ATTRIBUTE}]`)) caption.textContent = getText(text)
  for (const speaker of findInParts(parts, `[${CALL_CAPTION_SPEAKER_ATTRIBUTE}]`))
    speaker.textContent = getText(text.previousElementSibling)
}

export function showWord(parts: Element[], { words }: CallLine, seconds: number): void {
  const textElements = findInParts(
    parts,
    `[${CALL_LINE_CURRENT_ATTRIBUTE}] [${CALL_TEXT_ATTRIBUTE}], [${CALL_CAPTION_ATTRIBUTE}]`,
  )
  highlightWords(
    textElements,
    Math.max(
      0,
      words.findLastIndex((start) => start <= seconds),
    ),
  )
}

const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

export function showTime(parts: HTMLElement[], seconds: number, length: number): void {
  for (const part of parts) part.style.setProperty(CALL_PROGRESS_PROPERTY, String(Math.min(seconds / length, 1)))
  for (const clock of findInParts(parts, `[${CALL_CLOCK_ATTRIBUTE}]`)) clock.textContent = formatClock(seconds)
  for (const slider of findInParts(parts, `[${CALL_POSITION_ATTRIBUTE}]`) as HTMLInputElement[]) {
    slider.value = String(seconds)
    slider.setAttribute('aria-valuetext', `${formatClock(seconds)} / ${formatClock(length)}`)
  }
}
