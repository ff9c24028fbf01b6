export const root = document.documentElement

/** Listens on the document, because React may replace the elements of a page. */
export const listen = <Type extends keyof DocumentEventMap>(
  type: Type,
  handler: (event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) => document.addEventListener(type, handler, options)

/** The element that an event happened to, or the nearest one round it, that a selector matches. */
export const within = <Found extends Element = HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<Found>(selector) : null

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
