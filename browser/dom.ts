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
