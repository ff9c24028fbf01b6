import { afterAll, vi } from 'vitest'

/* Stubs for the browser APIs that browser/ uses and jsdom lacks. */

// Test files may share a page, so each file removes its listeners at the end.
let listeners = new AbortController()
for (const target of [document, globalThis]) {
  const listen = target.addEventListener.bind(target)
  const addTrackedListener: typeof listen = (
    type: string,
    handler: EventListenerOrEventListenerObject,
    options?: object,
  ) => listen(type, handler, { ...options, signal: listeners.signal })
  target.addEventListener = addTrackedListener
  afterAll(() => {
    listeners.abort()
    target.addEventListener = listen
  })
}

export function leavePage(): void {
  listeners.abort()
  listeners = new AbortController()
}

/** Stubs `matchMedia`. `set` changes the result of a query and notifies its listeners. */
export function fakeMedia(): { set: (query: string, matches: boolean) => void } {
  const lists = new Map<string, EventTarget & { matches: boolean }>()
  const list = (query: string) => {
    const existing = lists.get(query) ?? Object.assign(new EventTarget(), { matches: false })
    lists.set(query, existing)
    return existing
  }
  vi.stubGlobal('matchMedia', list)
  return {
    set: (query, matches) => {
      list(query).matches = matches
      list(query).dispatchEvent(new Event('change'))
    },
  }
}

/** Stubs `IntersectionObserver`. `show` reports that an element enters or leaves the viewport. */
export function fakeIntersections(): {
  show: (element: Element, isIntersecting?: boolean) => void
  isObserved: (element: Element) => boolean
  getMargin: (element: Element) => string | undefined
} {
  const observers = new Map<Element, IntersectionObserverCallback>()
  const margins = new Map<Element, string | undefined>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: IntersectionObserverCallback
      readonly #margin: string | undefined
      constructor(callback: IntersectionObserverCallback, { rootMargin }: IntersectionObserverInit = {}) {
        this.#callback = callback
        this.#margin = rootMargin
      }
      observe = (element: Element) => {
        observers.set(element, this.#callback)
        margins.set(element, this.#margin)
      }
      disconnect = () => observers.clear()
      unobserve = (element: Element) => observers.delete(element)
    },
  )
  return {
    isObserved: (element) => observers.has(element),
    getMargin: (element) => margins.get(element),
    show: (element, isIntersecting = true) => {
      const entry = { isIntersecting, target: element } as unknown as IntersectionObserverEntry
      observers.get(element)?.([entry], {} as IntersectionObserver)
    },
  }
}

/** Makes `localStorage` throw, like browsers that block site data. */
export function forbidStorage(): void {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
  }
}

export function find<Found extends Element = HTMLElement>(selector: string): Found {
  const element = document.querySelector<Found>(selector)
  if (!element) throw new Error(`The page has no ${selector}`)
  return element
}
