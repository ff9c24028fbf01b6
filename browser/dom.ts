export const root = document.documentElement

/** Adds a listener to the document instead of an element, because React may replace elements. */
export const listen = <Type extends keyof DocumentEventMap>(
  type: Type,
  handler: (event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) => document.addEventListener(type, handler, options)

/** Returns the closest ancestor of the event target that matches the selector. */
export const findClosest = <Found extends Element = HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<Found>(selector) : null
