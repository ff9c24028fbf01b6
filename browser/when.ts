export function whenComplete(start: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}

/** Runs `start` once the page is loaded and idle. */
export function whenAtRest(start: () => void): void {
  // Safari does not support `requestIdleCallback`.
  const atRest = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(start) : setTimeout(start))
  if (document.readyState === 'complete') atRest()
  else addEventListener('load', atRest)
}

export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
