export const root = document.documentElement

/** On the document, because React may replace elements. */
export const listen = <Type extends keyof DocumentEventMap>(
  type: Type,
  handler: (event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) => document.addEventListener(type, handler, options)

/** The closest matching ancestor of the event's target. */
export const within = <Found extends Element = HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<Found>(selector) : null
