/** Starts what needs the whole page: a script that the page does not wait for may run before it is complete. */
export function whenComplete(start: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}

/** Starts what is not needed at once: when all of the page is there and the browser has nothing else to do. */
export function whenAtRest(start: () => void): void {
  // Safari asks nobody whether it is idle.
  const atRest = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(start) : setTimeout(start))
  if (document.readyState === 'complete') atRest()
  else addEventListener('load', atRest)
}

/** Lets the browser show what has happened so far before more is done about it. */
export const afterPaint = (): Promise<void> =>
  // A frame begins with this callback, and is painted before the timer.
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
