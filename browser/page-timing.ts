export function whenComplete(start: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}

/** Runs `start` once the page is loaded and idle. */
export function whenIdle(start: () => void): void {
  // Safari does not support `requestIdleCallback`.
  const runWhenIdle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(start) : setTimeout(start))
  if (document.readyState === 'complete') runWhenIdle()
  else addEventListener('load', runWhenIdle)
}

export const waitForPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
