import { LATE_SCRIPT_ATTRIBUTE } from '../lib/dom-contract.ts'
import { whenComplete } from './page-timing.ts'

function loadScripts(): void {
  const placeholders = [...document.querySelectorAll(`[${LATE_SCRIPT_ATTRIBUTE}]`)]
  for (const src of new Set(placeholders.map((placeholder) => placeholder.getAttribute(LATE_SCRIPT_ATTRIBUTE) ?? ''))) {
    // Removes a failed script, so that browser/load-script.ts can load it again.
    const script = Object.assign(document.createElement('script'), { src, onerror: () => script.remove() })
    document.head.append(script)
  }
}

export function loadLateScripts(): void {
  const paintObserver = new PerformanceObserver(() => {
    paintObserver.disconnect()
    whenComplete(loadScripts)
  })
  paintObserver.observe({ type: 'paint', buffered: true })
}
