import { LOGO_FAILED, LOGO_IMAGE } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

/** Timeout in milliseconds until the name replaces the logo. */
const LOADS_WITHIN = 8000

const LOGOS = `img[${LOGO_IMAGE}]`

const isMissing = (logo: HTMLImageElement) => logo.complete && !logo.naturalWidth

const mark = (logo: HTMLImageElement, failed: boolean) => logo.parentElement?.toggleAttribute(LOGO_FAILED, failed)

/**
 * Marks logos that fail, are empty or time out.
 * Logos load lazily, so the timeout starts when a logo becomes visible.
 */
export function startLogos(): void {
  const update = (event: Event) => {
    const logo = within<HTMLImageElement>(event, LOGOS)
    if (logo) mark(logo, isMissing(logo))
  }
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
