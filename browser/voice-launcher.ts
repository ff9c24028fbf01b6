import {
  VOICE,
  VOICE_AGENT,
  VOICE_INTEGRITY,
  VOICE_OVER_TEXT,
  VOICE_RETRY,
  VOICE_SCRIPT,
  VOICE_SLOT,
  VOICE_YIELDS,
  type VoiceState,
} from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'
import { loadScript } from './own-scripts.ts'

/** The element that the vendor's script defines. */
const AGENT_ELEMENT = 'elevenlabs-convai'

/** Milliseconds that the vendor's script may take before a visitor is offered to call or book instead. */
const LOADS_WITHIN = 8000

const find = () => document.querySelector<HTMLDetailsElement>(`details[${VOICE}]`)

const stateOf = (launcher: HTMLElement) => launcher.getAttribute(VOICE) as VoiceState
const setState = (launcher: HTMLElement, state: VoiceState) => launcher.setAttribute(VOICE, state)

/**
 * Loads the vendor's voice agent at the first sign that a visitor wants it: pointing at the launcher, focus, touch or a
 * click. One that failed can be tried again.
 */
function loadAtIntent(): void {
  const ready = () => {
    const launcher = find()
    if (!launcher || stateOf(launcher) === 'ready') return
    const agent = document.createElement(AGENT_ELEMENT)
    agent.setAttribute('agent-id', launcher.getAttribute(VOICE_AGENT) ?? '')
    agent.setAttribute('variant', 'full')
    launcher.querySelector(`[${VOICE_SLOT}]`)?.replaceChildren(agent)
    setState(launcher, 'ready')
  }
  const failed = () => {
    const launcher = find()
    if (launcher && stateOf(launcher) === 'loading') setState(launcher, 'failed')
  }
  const load = () => {
    const launcher = find()
    if (!launcher?.getAttribute(VOICE_AGENT) || /loading|ready/.test(stateOf(launcher))) return
    setState(launcher, 'loading')
    setTimeout(failed, LOADS_WITHIN)
    // One that comes late is welcome, too.
    void customElements.whenDefined(AGENT_ELEMENT).then(ready)
    if (customElements.get(AGENT_ELEMENT)) return
    const integrity = launcher.getAttribute(VOICE_INTEGRITY)
    // A browser checks a script of another site only when it asks for it without cookies.
    const checked = integrity ? { integrity, crossOrigin: 'anonymous' } : {}
    loadScript(launcher.getAttribute(VOICE_SCRIPT) ?? '', checked).addEventListener('error', failed)
  }

  const loadFromSummary = (event: Event) => {
    if (within(event, `[${VOICE}="idle"] > summary`)) load()
  }
  for (const type of ['pointerover', 'focusin', 'touchstart', 'click'] as const) {
    listen(type, loadFromSummary, { passive: true })
  }
  listen('click', (event) => {
    if (!within(event, `[${VOICE_RETRY}]`)) return
    load()
    // The button goes when it has been pressed; a keyboard stays with the launcher.
    find()?.querySelector('summary')?.focus()
  })
}

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
function keepClear(): void {
  const small = matchMedia('(max-width: 48rem)')
  let isPlanned = false
  const look = () => {
    isPlanned = false
    const launcher = find()
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

/** Closes the launcher's panel on Escape and on a click elsewhere. */
function closeBehind(): void {
  listen('click', (event) => {
    const launcher = find()
    if (launcher?.open && !within(event, `[${VOICE}]`)) launcher.open = false
  })
  listen('keydown', ({ key }) => {
    const launcher = find()
    if (key !== 'Escape' || !launcher?.open) return
    launcher.open = false
    if (launcher.contains(document.activeElement)) launcher.querySelector('summary')?.focus()
  })
}

/** What the voice agent's launcher does besides opening, which it does by itself. */
export function startVoiceLauncher(): void {
  loadAtIntent()
  keepClear()
  closeBehind()
}
