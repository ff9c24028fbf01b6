// @vitest-environment jsdom
import { act, createElement, useLayoutEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DegradedNote } from '../../../components/account/form-states.tsx'
import { useClerkLoaded } from '../../../components/account/clerk-status.ts'
import { renderingInTests } from '../dashboard/rendered.tsx'

/** Clerk as the hooks see it: `on` reports only later events. */
const fakeClerk = () => {
  const listeners = new Set<() => void>()
  return {
    status: 'loading',
    on: (_event: 'status', listener: () => void) => void listeners.add(listener),
    off: (_event: 'status', listener: () => void) => void listeners.delete(listener),
    listeners,
  }
}

let clerk: ReturnType<typeof fakeClerk>
vi.mock('@clerk/nextjs', () => ({ useClerk: () => clerk }))

beforeEach(() => {
  clerk = fakeClerk()
})
const render = renderingInTests()

function Loaded() {
  return useClerkLoaded() ? 'loaded' : 'waiting'
}

/** @param afterRender runs between the render and the first subscription to Clerk */
function Page({ afterRender }: { afterRender?: () => void }) {
  useLayoutEffect(() => afterRender?.(), [afterRender])
  return [createElement(Loaded, { key: 'loaded' }), createElement(DegradedNote, { key: 'note' })]
}

const show = (afterRender?: () => void) => render(createElement(Page, { afterRender }))
const become = (status: string) => {
  clerk.status = status
  act(() => clerk.listeners.forEach((listener) => listener()))
}

it('says so when Clerk loads later', async () => {
  await show()
  expect(document.body.textContent).toBe('waiting')
  become('ready')
  expect(document.body.textContent).toBe('loaded')
})

it('says so when Clerk loads before it can be listened to', async () => {
  await show(() => {
    clerk.status = 'ready'
  })
  expect(document.body.textContent).toBe('loaded')
})

it('says that Clerk works with half its strength, also when that shows before it can be listened to', async () => {
  await show(() => {
    clerk.status = 'degraded'
  })
  expect(document.body.textContent).toContain('loaded')
  expect(document.querySelector('output')?.textContent).toContain('answers slowly')
  become('ready')
  expect(document.querySelector('output')).toBeNull()
})

it('has not loaded when it failed', async () => {
  await show()
  become('error')
  expect(document.body.textContent).toBe('waiting')
})

it('listens no more when it is gone', async () => {
  await show()
  expect(clerk.listeners.size).toBe(2)
  await render(null)
  expect(clerk.listeners.size).toBe(0)
})
