import { VOICE_ATTRIBUTE, VOICE_UNAVAILABLE_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen } from './dom.ts'

export const findLauncher = () => document.querySelector<HTMLDetailsElement>(`details[${VOICE_ATTRIBUTE}]`)

const CONTENT_SELECTOR = 'a, :enabled, summary, label, img, figure svg'

/** Sample points, as fractions of the launcher's width and height. */
const SAMPLE_POINTS = [0.02, 0.35, 0.65, 0.98]

type Point = { x: number; y: number }

/** Returns whether text is at a point. Lines of text are often narrower than their element. */
const hasTextAt = (element: Element, { x, y }: Point): boolean =>
  [...element.childNodes]
    .filter((node) => node instanceof Text && node.data.trim())
    .some((text) => {
      const range = document.createRange()
      range.selectNode(text)
      return [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      )
    })

function coversContent(launcher: HTMLElement): boolean {
  // Measures the launcher itself, because CSS moves its button off the screen.
  const { left, top, width, height } = launcher.getBoundingClientRect()
  return SAMPLE_POINTS.some((x) =>
    SAMPLE_POINTS.some((y) => {
      const point = { x: left + x * width, y: top + y * height }
      return document
        .elementsFromPoint(point.x, point.y)
        .some(
          (element) => !launcher.contains(element) && (element.closest(CONTENT_SELECTOR) || hasTextAt(element, point)),
        )
    }),
  )
}

export function startVoiceLauncher(): void {
  let isScheduled = false
  const updateVisibility = () => {
    isScheduled = false
    const launcher = findLauncher()
    if (!launcher) return
    launcher.toggleAttribute(VOICE_UNAVAILABLE_ATTRIBUTE, !launcher.open && coversContent(launcher))
  }
  const scheduleUpdate = () => {
    if (isScheduled) return
    isScheduled = true
    // Runs after the paint, because hit testing forces a layout.
    requestAnimationFrame(() => setTimeout(updateVisibility))
  }
  for (const type of ['scroll', 'resize', 'pageshow']) addEventListener(type, scheduleUpdate, { passive: true })
  listen('toggle', scheduleUpdate, { capture: true })
  new MutationObserver(scheduleUpdate).observe(document.body, { childList: true, subtree: true })
  scheduleUpdate()
}
