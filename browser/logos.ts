import { LOGO_FAILED_ATTRIBUTE, LOGO_IMAGE_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen, findClosest } from './dom.ts'

/** If a logo has not loaded after this time, the name replaces it. */
const LOAD_TIMEOUT_MS = 8000

const LOGOS_SELECTOR = `img[${LOGO_IMAGE_ATTRIBUTE}]`

const isMissing = (logo: HTMLImageElement) => logo.complete && !logo.naturalWidth

const markFailed = (logo: HTMLImageElement, hasFailed: boolean) =>
  logo.parentElement?.toggleAttribute(LOGO_FAILED_ATTRIBUTE, hasFailed)

/**
 * Marks logos that fail, are empty or time out.
 * Logos load lazily, so the timeout starts when a logo becomes visible.
 */
export function startLogos(): void {
  const update = (event: Event) => {
    const logo = findClosest<HTMLImageElement>(event, LOGOS_SELECTOR)
    if (logo) markFailed(logo, isMissing(logo))
  }
  listen('error', update, { capture: true })
  listen('load', update, { capture: true })

  const observedLogos = new WeakSet<HTMLImageElement>()
  const visibilityObserver = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      visibilityObserver.unobserve(target)
      const logo = target as HTMLImageElement
      setTimeout(() => {
        if (!logo.complete) markFailed(logo, true)
      }, LOAD_TIMEOUT_MS)
    }
  })
  const observeNewLogos = () => {
    for (const logo of document.querySelectorAll<HTMLImageElement>(LOGOS_SELECTOR)) {
      if (observedLogos.has(logo)) continue
      observedLogos.add(logo)
      visibilityObserver.observe(logo)
      if (isMissing(logo)) markFailed(logo, true)
    }
  }
  new MutationObserver(observeNewLogos).observe(document.body, { childList: true, subtree: true })
  observeNewLogos()
}
