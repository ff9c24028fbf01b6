import { LOGO_FAILED, LOGO_IMAGE } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

/** Milliseconds a logo may take to load before its name stands in for it. */
const LOADS_WITHIN = 8000

const LOGOS = `img[${LOGO_IMAGE}]`

const isMissing = (logo: HTMLImageElement) => logo.complete && !logo.naturalWidth

const mark = (logo: HTMLImageElement, failed: boolean) => logo.parentElement?.toggleAttribute(LOGO_FAILED, failed)

/**
 * Marks the element round each logo that is missing: one that says so, that has nothing to show, or that takes too long. A
 * logo that comes late after all is shown. The time counts from when a logo is in sight, because only then is it loaded.
 */
export function startLogos(): void {
  const update = (event: Event) => {
    const logo = within<HTMLImageElement>(event, LOGOS)
    if (logo) mark(logo, isMissing(logo))
  }
  // These events do not bubble.
  listen('error', update, { capture: true })
  listen('load', update, { capture: true })

  const known = new WeakSet<HTMLImageElement>()
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      inSight.unobserve(target)
      const logo = target as HTMLImageElement
      setTimeout(() => {
        if (!logo.complete) mark(logo, true)
      }, LOADS_WITHIN)
    }
  })
  const watch = () => {
    for (const logo of document.querySelectorAll<HTMLImageElement>(LOGOS)) {
      if (known.has(logo)) continue
      known.add(logo)
      inSight.observe(logo)
      if (isMissing(logo)) mark(logo, true)
    }
  }
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true })
  watch()
}
