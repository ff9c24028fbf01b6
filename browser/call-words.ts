import { WORD_NOW, WORDS_SAID } from '../lib/dom-contract.ts'

function rangeIn(element: Element, from: number, to: number): Range | undefined {
  const text = element.firstChild
  if (!(text instanceof Text) || to > text.length) return undefined
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}

/**
 * Highlights the spoken words with the CSS Custom Highlight API, without layout changes or screen reader output.
 * Older browsers highlight only the line.
 * @param number index of the current word
 */
export function lightWords(places: Element[], number: number): void {
  if (!('highlights' in CSS)) return
  const said: Range[] = []
  const now: Range[] = []
  for (const place of places) {
    const word = [...(place.textContent ?? '').matchAll(/\S+/g)][number]
    if (!word) continue
    const before = rangeIn(place, 0, word.index)
    const range = rangeIn(place, word.index, word.index + word[0].length)
    if (before) said.push(before)
    if (range) now.push(range)
  }
  CSS.highlights.set(WORDS_SAID, new Highlight(...said))
  CSS.highlights.set(WORD_NOW, new Highlight(...now))
}

export function darkenWords(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(WORDS_SAID)
  CSS.highlights.delete(WORD_NOW)
}
