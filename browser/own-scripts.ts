import { OWN_SCRIPT } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

/** Scripts that are on their way or there, by their addresses. */
const scripts = new Map<string, HTMLScriptElement>()

/** Loads a script, once; one that did not come is loaded again the next time. */
export function loadScript(address: string, properties: Partial<HTMLScriptElement> = {}): HTMLScriptElement {
  const known = scripts.get(address)
  if (known) return known
  const script = Object.assign(document.createElement('script'), { src: address, ...properties })
  script.addEventListener('error', () => {
    scripts.delete(address)
    script.remove()
  })
  scripts.set(address, script)
  document.head.append(script)
  return script
}

/** Loads the script that an element names, if it names one. */
export function bringOwnScript(element: Element | null, failed?: () => void): void {
  const address = element?.getAttribute(OWN_SCRIPT)
  if (!address) return
  const script = loadScript(address)
  if (failed) script.addEventListener('error', failed)
}

/** Signs that a visitor wants an element. Browsers open a disclosure by themselves when they find a word in it. */
export const SIGNS = ['pointerover', 'focusin', 'touchstart', 'click', 'toggle'] as const

/** Loads the script of an element at the first sign that a visitor wants it. */
export function startOwnScripts(): void {
  for (const type of SIGNS) {
    // That of a disclosure does not bubble.
    listen(type, (event) => bringOwnScript(within(event, `[${OWN_SCRIPT}]`)), { passive: true, capture: true })
  }
  // A visitor may have turned to one before this script was there.
  for (const element of document.querySelectorAll(`[${OWN_SCRIPT}]:is([open], :focus-within)`)) bringOwnScript(element)
}
