import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'

/** Renders components of the dashboard into the document of jsdom, anew for each test of the file that calls this. */
export function renderingInTests() {
  let root: Root
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    root = createRoot(document.body.appendChild(document.createElement('div')))
  })
  afterEach(() => {
    act(() => root.unmount())
    document.body.replaceChildren()
  })
  return (node: ReactNode) => act(async () => root.render(node))
}

/** More than any chain of promises here is long: what waits for a timer or for an event is not among them. */
const TURNS = 100

/** Does something, and lets what follows from it come to its end, rendering included. */
export const settled = (work: () => void = () => undefined) =>
  act(async () => {
    work()
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
  })
