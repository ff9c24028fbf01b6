import { HELD_FLIGHT, HELD_SCRIPTS, PAGE_VERSION_HEADER } from '../lib/dom-contract.ts'

/** Milliseconds an untouched page rests after its load before the framework's scripts are fetched. */
const RESTS = 1500

/** Milliseconds after which they are fetched even if the browser has not been idle. */
const WAITS_FOR_IDLE = 4000

/** Signs that a visitor begins to use the page. */
const TOUCHES = ['pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin']

/** Where the framework takes its flight data from: kinds 0 (text follows) and 1 (text). */
type FlightWindow = { __next_f?: [kind: number, text?: string][] }

/**
 * Gives the framework the flight data of the page, from the page's own address as in a navigation.
 * @returns false when the page has changed since, or cannot be reached: it then stays the static page it is
 */
async function fetchFlight(version: string): Promise<boolean> {
  const url = new URL(location.href)
  url.searchParams.set('_rsc', '')
  try {
    const answer = await fetch(url, { headers: { RSC: '1' } })
    if (answer.headers.get(PAGE_VERSION_HEADER) !== version) return false
    const text = await answer.text()
    const flight = ((self as FlightWindow).__next_f ??= [])
    flight.push([0], [1, text])
    return true
  } catch {
    // A page without its framework still works; the next one fetches it again.
    return false
  }
}

/** Loads the framework's scripts, which the page cache held back, when the page has rested or is first touched. */
export function loadHeldScripts(): void {
  const held = document.querySelector(`template[${HELD_SCRIPTS}]`)
  let isAsked = false
  const load = async () => {
    if (isAsked || !held) return
    isAsked = true
    const version = held.getAttribute(HELD_FLIGHT)
    if (version && !(await fetchFlight(version))) return
    for (const source of held.getAttribute(HELD_SCRIPTS)?.split(' ') ?? []) {
      const script = document.createElement('script')
      script.src = source
      // In their order.
      script.async = false
      document.head.append(script)
    }
  }
  const rest = () =>
    setTimeout(() => {
      if ('requestIdleCallback' in self) requestIdleCallback(load, { timeout: WAITS_FOR_IDLE })
      else void load()
    }, RESTS)
  for (const type of TOUCHES) addEventListener(type, load, { once: true, passive: true, capture: true })
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest)
}
