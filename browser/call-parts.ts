import {
  CALL,
  CALL_CAPTION,
  CALL_CAPTION_SPEAKER,
  CALL_CLOCK,
  CALL_COUNT,
  CALL_HEARD_PROPERTY,
  CALL_LINE,
  CALL_POSITION,
  CALL_SAID,
  CALL_SECONDS,
  CALL_SPEAKER,
  CALL_STARTS,
  CALL_TEXT,
} from '../lib/dom-contract.ts'
import type { CallLine } from './call-voices.ts'

/* What a page shows of a call: its player and its transcript, found by the name that both have. */

/** The parts of a page that show a call. */
export const partsOf = (name: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[${CALL}="${CSS.escape(name)}"]`),
]

/** The elements in the parts of a call that a selector matches. */
const inParts = (parts: Element[], selector: string): HTMLElement[] =>
  parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>(selector)])

/** The box with the lines of a call. */
export const transcriptIn = (parts: Element[]): HTMLElement | undefined => inParts(parts, `[${CALL_SECONDS}]`)[0]

const textOf = (element: Element | null | undefined) => element?.textContent ?? ''

/** The lines of a call, as the page has them. */
export const linesIn = (parts: Element[]): CallLine[] =>
  inParts(parts, `[${CALL_STARTS}]`).map((line) => ({
    starts: Number(line.getAttribute(CALL_STARTS)),
    speaker: line.getAttribute(CALL_SPEAKER) ?? '',
    text: textOf(line.querySelector(`[${CALL_TEXT}]`)),
  }))

/** Shows how far a call is said: what appears with its lines, the captions, and how many facts are known. */
export function showSaid(parts: Element[], number: number): void {
  for (const element of inParts(parts, `[${CALL_LINE}]`))
    element.toggleAttribute(CALL_SAID, Number(element.getAttribute(CALL_LINE)) <= number)
  for (const count of inParts(parts, `[${CALL_COUNT}]`))
    count.textContent = String(count.closest('section')?.querySelectorAll(`dd[${CALL_SAID}]`).length)
}

/** Writes what is being said into the player, and has the transcript scroll to it. */
export function showLine(parts: Element[], number: number): void {
  const line = inParts(parts, `[${CALL_STARTS}]`)[number]
  const text = line?.querySelector(`[${CALL_TEXT}]`)
  for (const caption of inParts(parts, `[${CALL_CAPTION}]`)) caption.textContent = textOf(text)
  for (const speaker of inParts(parts, `[${CALL_CAPTION_SPEAKER}]`))
    speaker.textContent = textOf(text?.previousElementSibling)
  const box = transcriptIn(parts)
  // Behind the menu or the search there is nothing to scroll, and asking for places would have it laid out.
  if (line && box && box.checkVisibility?.() !== false)
    box.scrollTo({ top: line.offsetTop + line.offsetHeight - box.clientHeight + 24, behavior: 'smooth' })
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

/** Shows how much of a call has been heard. */
export function showTime(parts: HTMLElement[], seconds: number, length: number): void {
  for (const part of parts) part.style.setProperty(CALL_HEARD_PROPERTY, String(Math.min(seconds / length, 1)))
  for (const clock of inParts(parts, `[${CALL_CLOCK}]`)) clock.textContent = clockOf(seconds)
  for (const slider of inParts(parts, `[${CALL_POSITION}]`) as HTMLInputElement[]) {
    slider.value = String(seconds)
    slider.setAttribute('aria-valuetext', `${clockOf(seconds)} / ${clockOf(length)}`)
  }
}
