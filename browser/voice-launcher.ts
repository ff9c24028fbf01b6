import { VOICE, VOICE_OVER_TEXT, VOICE_YIELDS } from '../lib/dom-contract.ts'
import { listen } from './dom.ts'

/** The launcher of the page; null on pages without one. */
export const findLauncher = () => document.querySelector<HTMLDetailsElement>(`details[${VOICE}]`)

const CONTROLS = 'a, button, input, select, textarea, summary, label, [role="button"]'

/** Pictures that editors put on a page. */
const PICTURES = 'main img, main figure svg'

/** Where it is asked what is under the launcher, as shares of its width and height. */
const POINTS = [0.02, 0.35, 0.65, 0.98]

type Point = { x: number; y: number }

const pointsOf = ({ left, top, width, height }: DOMRect): Point[] =>
  POINTS.flatMap((x) => POINTS.map((y) => ({ x: left + x * width, y: top + y * height })))

/** The page's own elements at a point, those in front first. */
const beneath = (launcher: HTMLElement, { x, y }: Point) =>
  document.elementsFromPoint(x, y).filter((element) => !launcher.contains(element))

/** Whether a word of an element is at a point: its lines are seldom as wide as it is. */
const hasWordAt = (element: Element, { x, y }: Point): boolean =>
  [...element.childNodes]
    .filter(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim())
    .some((text) => {
      const range = document.createRange()
      range.selectNode(text)
      return [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      )
    })

/** Keeps the launcher out of the way of the page's own controls, text and pictures on small screens. */
export function startVoiceLauncher(): void {
  const small = matchMedia('(max-width: 48rem)')
  let isPlanned = false
  const look = () => {
    isPlanned = false
    const launcher = findLauncher()
    if (!launcher) return
    const isSmall = small.matches && !launcher.open
    const points = isSmall ? pointsOf(launcher.getBoundingClientRect()) : []
    launcher.toggleAttribute(
      VOICE_YIELDS,
      points.some((point) => beneath(launcher, point).some((element) => element.closest(CONTROLS))),
    )
    launcher.toggleAttribute(
      VOICE_OVER_TEXT,
      points.some((point) =>
        beneath(launcher, point).some((element) => element.matches(PICTURES) || hasWordAt(element, point)),
      ),
    )
  }
  const lookSoon = () => {
    if (isPlanned) return
    isPlanned = true
    // After the frame is painted: in it, asking what is where would have everything laid out once more.
    requestAnimationFrame(() => setTimeout(look))
  }
  for (const type of ['scroll', 'resize', 'load', 'pageshow']) addEventListener(type, lookSoon, { passive: true })
  listen('toggle', lookSoon, { passive: true, capture: true })
  new MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true })
  lookSoon()
}
