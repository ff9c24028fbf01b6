// @vitest-environment jsdom
import { act, createElement, useLayoutEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DegradedNote } from '../../../components/account/form-states.tsx'
import { useClerkLoaded } from '../../../components/account/clerk-status.ts'
import { createTestRenderer } from '../dashboard/test-screen.tsx'

/** Fakes the Clerk client of the hooks. `on` reports only later events. */
const createFakeClerk = () => {
  const listeners = new Set<() => void>()
  return {
    status: 'loading',
    on: (_event: 'status', listener: () => void) => void listeners.add(listener),
    off: (_event: 'status', listener: () => void) => void listeners.delete(listener),
    listeners,
  }
}

let clerk: ReturnType<typeof createFakeClerk>
vi.mock('@clerk/nextjs', () => ({ useClerk: () => clerk }))

beforeEach(() => {
  clerk = createFakeClerk()
})
const render = createTestRenderer()

function Loaded() {
  return useClerkLoaded() ? 'loaded' : 'waiting'
}

/** @param afterRender callback that runs between the render and the first subscription to Clerk */
function Page({ afterRender }: { afterRender?: () => void }) {
  useLayoutEffect(() => afterRender?.(), [afterRender])
  return [createElement(Loaded, { key: 'loaded' }), createElement(DegradedNote, { key: 'note' })]
}

const show = (afterRender?: () => void) => render(createElement(Page, { afterRender }))
const setStatus = (status: string) => {
  clerk.status = status
  act(() => clerk.listeners.forEach((listener) => listener()))
}

it('useClerkLoaded returns true after Clerk loads', async () => {
  await show()
  expect(document.body.textContent).toBe('waiting')
  setStatus('ready')
  expect(document.body.textContent).toBe('loaded')
})

it('useClerkLoaded detects that Clerk loaded before the subscription', async () => {
  await show(() => {
    clerk.status = 'ready'
  })
  expect(document.body.textContent).toBe('loaded')
})

it('DegradedNote shows a degraded status, even if it was set before the subscription', async () => {
  await show(() => {
    clerk.status = 'degraded'
  })
  expect(document.body.textContent).toContain('loaded')
  expect(document.querySelector('output')?.textContent).toContain('is having trouble')
  setStatus('ready')
  expect(document.querySelector('output')).toBeNull()
})

it('useClerkLoaded stays false after an error', async () => {
  await show()
  setStatus('error')
  expect(document.body.textContent).toBe('waiting')
})

it('status listeners are removed on unmount', async () => {
  await show()
  expect(clerk.listeners.size).toBe(2)
  await render(null)
  expect(clerk.listeners.size).toBe(0)
})
