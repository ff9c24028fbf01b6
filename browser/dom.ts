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

/**
 * Tells of each page that comes without a document: it changes the head, its title after the address. Also tells of other
 * changes there.
 */
export const whenHeadChanges = (tell: () => void) =>
  new MutationObserver(tell).observe(document.head, { childList: true, subtree: true, characterData: true })

/** Starts what needs the whole page: a script that the page does not wait for may run before it is complete. */
export function whenComplete(start: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}
