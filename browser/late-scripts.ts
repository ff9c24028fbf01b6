import { LATE_SCRIPT } from '../lib/dom-contract.ts'
import { whenComplete } from './when.ts'

function load(): void {
  const places = [...document.querySelectorAll(`[${LATE_SCRIPT}]`)]
  for (const src of new Set(places.map((place) => place.getAttribute(LATE_SCRIPT) ?? '')))
    document.head.append(Object.assign(document.createElement('script'), { src }))
}

/** Loads the scripts that a page names once it has been painted: what is read comes before what is touched. */
export function loadLateScripts(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    whenComplete(load)
  })
  painted.observe({ type: 'paint', buffered: true })
}
