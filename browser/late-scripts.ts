import { LATE_SCRIPT } from '../lib/dom-contract.ts'
import { whenComplete } from './when.ts'

function load(): void {
  const places = [...document.querySelectorAll(`[${LATE_SCRIPT}]`)]
  for (const src of new Set(places.map((place) => place.getAttribute(LATE_SCRIPT) ?? ''))) {
    // Removes a failed script, so that browser/load-script.ts can load it again.
    const script = Object.assign(document.createElement('script'), { src, onerror: () => script.remove() })
    document.head.append(script)
  }
}

export function loadLateScripts(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    whenComplete(load)
  })
  painted.observe({ type: 'paint', buffered: true })
}
