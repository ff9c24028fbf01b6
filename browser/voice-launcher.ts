import { VOICE, VOICE_GONE } from '../lib/dom-contract.ts'
import { listen } from './dom.ts'

export const findLauncher = () => document.querySelector<HTMLDetailsElement>(`details[${VOICE}]`)

const NEVER_COVERED = 'a, :enabled, summary, label, img, figure svg'

/** Sample points, as fractions of the launcher's width and height. */
const POINTS = [0.02, 0.35, 0.65, 0.98]

type Point = { x: number; y: number }

/** Returns whether text is at a point. Lines of text are often narrower than their element. */
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

function covers(launcher: HTMLElement): boolean {
  // Measures the launcher itself, because CSS moves its button off the screen.
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
    // Runs after the paint, because hit testing forces a layout.
    requestAnimationFrame(() => setTimeout(look))
  }
  for (const type of ['scroll', 'resize', 'pageshow']) addEventListener(type, lookSoon, { passive: true })
  listen('toggle', lookSoon, { capture: true })
  new MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true })
  lookSoon()
}
