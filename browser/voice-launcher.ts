import { VOICE, VOICE_GONE } from '../lib/dom-contract.ts'
import { listen } from './dom.ts'

/** The launcher of the page; null on pages without one. */
export const findLauncher = () => document.querySelector<HTMLDetailsElement>(`details[${VOICE}]`)

/** What of a page must not be covered, beside its words. */
const NEVER_COVERED = 'a, :enabled, summary, label, img, figure svg'

/** Where it is asked what is under the launcher, as shares of its width and height. */
const POINTS = [0.02, 0.35, 0.65, 0.98]

type Point = { x: number; y: number }

/** Whether a word of an element is at a point: its lines are seldom as wide as it is. */
const hasWordAt = (element: Element, { x, y }: Point): boolean =>
  [...element.childNodes]
    .filter((node) => node instanceof Text && node.data.trim())
    .some((text) => {
      const range = document.createRange()
      range.selectNode(text)
      return [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      )
    })

/** Whether the launcher would cover something of the page that is read, looked at or pressed. */
function covers(launcher: HTMLElement): boolean {
  // Where it rests, wherever its button is at the moment.
  const { left, top, width, height } = launcher.getBoundingClientRect()
  return POINTS.some((x) =>
    POINTS.some((y) => {
      const point = { x: left + x * width, y: top + y * height }
      return document
        .elementsFromPoint(point.x, point.y)
        .some((element) => !launcher.contains(element) && (element.closest(NEVER_COVERED) || hasWordAt(element, point)))
    }),
  )
}

/** Keeps the launcher out of the way of what is on the page, on every screen. */
export function startVoiceLauncher(): void {
  let isPlanned = false
  const look = () => {
    isPlanned = false
    const launcher = findLauncher()
    if (!launcher) return
    launcher.toggleAttribute(VOICE_GONE, !launcher.open && covers(launcher))
  }
  const lookSoon = () => {
    if (isPlanned) return
    isPlanned = true
    // After the frame is painted: in it, asking what is where would have everything laid out once more.
    requestAnimationFrame(() => setTimeout(look))
  }
  for (const type of ['scroll', 'resize', 'pageshow']) addEventListener(type, lookSoon, { passive: true })
  listen('toggle', lookSoon, { capture: true })
  new MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true })
  lookSoon()
}
