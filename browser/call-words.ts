import { CURRENT_WORD_HIGHLIGHT, SPOKEN_HIGHLIGHT } from '../lib/dom-contract.ts'

function createRange(element: Element, from: number, to: number): Range | undefined {
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
export function highlightWords(elements: Element[], number: number): void {
  if (!('highlights' in CSS)) return
  const spokenRanges: Range[] = []
  const now: Range[] = []
  for (const element of elements) {
    const word = [...(element.textContent ?? '').matchAll(/\S+/g)][number]
    if (!word) continue
    const spokenRange = createRange(element, 0, word.index)
    const range = createRange(element, word.index, word.index + word[0].length)
    if (spokenRange) spokenRanges.push(spokenRange)
    if (range) now.push(range)
  }
  CSS.highlights.set(SPOKEN_HIGHLIGHT, new Highlight(...spokenRanges))
  CSS.highlights.set(CURRENT_WORD_HIGHLIGHT, new Highlight(...now))
}

export function clearHighlights(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(SPOKEN_HIGHLIGHT)
  CSS.highlights.delete(CURRENT_WORD_HIGHLIGHT)
}
