import { defaultScheduler, notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createQueryClient } from '../../../lib/dashboard/query/client.ts'

export function createTestRenderer() {
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
const MAX_TURNS = 100

export const settle = (work: () => void = () => undefined) =>
  act(async () => {
    work()
    for (let turn = 0; turn < MAX_TURNS; turn++) await Promise.resolve()
  })

export function createTestScreen() {
  const render = createTestRenderer()
  // Delivers query results in microtasks instead of timers.
  beforeAll(() => notifyManager.setScheduler(queueMicrotask))
  afterAll(() => notifyManager.setScheduler(defaultScheduler))
  const screen = {
    cache: createQueryClient(),
    async show(node: ReactNode): Promise<string> {
      // The dynamic import runs after the test has registered its mocks.
      const { ToastProvider } = await import('../../../components/ui/toast.tsx')
      await render(
        <QueryClientProvider client={screen.cache}>
          <ToastProvider>{node}</ToastProvider>
        </QueryClientProvider>,
      )
      await settle()
      return getPageText()
    },
  }
  beforeEach(() => {
    screen.cache = createQueryClient()
  })
  return screen
}

export const getPageText = () => document.body.textContent ?? ''

export const findButton = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (element) =>
      [element.getAttribute('aria-label'), element.textContent?.trim()].includes(name) && !element.closest('[hidden]'),
  )

export const pressButton = (name: string) =>
  settle(() => {
    const button = findButton(name)
    if (!button) throw new Error(`There is no button ${name}`)
    button.click()
  })

type Field = HTMLInputElement | HTMLTextAreaElement

export function findField(label: string, position = 0): Field | null {
  const labels = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent === label)
  return document.querySelector<Field>(`[id="${labels.at(position)?.htmlFor}"]`)
}

export const typeInto = (field: Field | null, text: string) =>
  settle(() => {
    if (!field) throw new Error('There is no such field')
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
