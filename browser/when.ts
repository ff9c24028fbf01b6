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
