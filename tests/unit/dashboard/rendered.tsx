import { defaultScheduler, notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { makeQueryClient } from '../../../lib/dashboard/query/client.ts'

export function renderingInTests() {
  let root: Root
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    root = createRoot(document.body.appendChild(document.createElement('div')))
  })
  afterEach(() => {
    act(() => root.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })
  return (node: ReactNode) => act(async () => root.render(node))
}

/** Microtask turns to wait. Exceeds every promise chain without timers or events in these tests. */
const TURNS = 100

export const settled = (work: () => void = () => undefined) =>
  act(async () => {
    work()
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
  })

export function showingInTests() {
  const render = renderingInTests()
  // Delivers query results in microtasks instead of timers.
  beforeAll(() => notifyManager.setScheduler(queueMicrotask))
  afterAll(() => notifyManager.setScheduler(defaultScheduler))
  const screen = {
    cache: makeQueryClient(),
    async show(node: ReactNode): Promise<string> {
      // The dynamic import runs after the test has registered its mocks.
      const { ToastProvider } = await import('../../../components/ui/toast.tsx')
      await render(
        <QueryClientProvider client={screen.cache}>
          <ToastProvider>{node}</ToastProvider>
        </QueryClientProvider>,
      )
      await settled()
      return shown()
    },
  }
  beforeEach(() => {
    screen.cache = makeQueryClient()
  })
  return screen
}

export const shown = () => document.body.textContent ?? ''

export const buttonOf = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => [each.getAttribute('aria-label'), each.textContent?.trim()].includes(name) && !each.closest('[hidden]'),
  )

export const press = (name: string) =>
  settled(() => {
    const button = buttonOf(name)
    if (!button) throw new Error(`There is no button ${name}`)
    button.click()
  })

type Field = HTMLInputElement | HTMLTextAreaElement

export function fieldOf(label: string, position = 0): Field | null {
  const labels = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent === label)
  return document.querySelector<Field>(`[id="${labels.at(position)?.htmlFor}"]`)
}

export const typeInto = (field: Field | null, text: string) =>
  settled(() => {
    if (!field) throw new Error('There is no such field')
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
