// @vitest-environment jsdom
import { act, createElement, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DegradedNote } from '../../../components/account/form-states.tsx'
import { useClerkLoaded } from '../../../components/account/clerk-status.ts'

/** Clerk as far as the hooks know it: `on` tells of what comes after it, and of nothing before. */
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
let root: Root
vi.mock('@clerk/nextjs', () => ({ useClerk: () => clerk }))
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

beforeEach(() => {
  clerk = fakeClerk()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

function Loaded() {
  return useClerkLoaded() ? 'loaded' : 'waiting'
}

/** @param afterRender what happens between the rendering and the first moment at which Clerk can be listened to */
function Page({ afterRender }: { afterRender?: () => void }) {
  useLayoutEffect(() => afterRender?.(), [afterRender])
  return [createElement(Loaded, { key: 'loaded' }), createElement(DegradedNote, { key: 'note' })]
}

const show = (afterRender?: () => void) => act(() => root.render(createElement(Page, { afterRender })))
const become = (status: string) => {
  clerk.status = status
  act(() => clerk.listeners.forEach((listener) => listener()))
}

it('says so when Clerk loads later', () => {
  show()
  expect(document.body.textContent).toBe('waiting')
  become('ready')
  expect(document.body.textContent).toBe('loaded')
})

it('says so when Clerk loads before it can be listened to', () => {
  show(() => {
    clerk.status = 'ready'
  })
  expect(document.body.textContent).toBe('loaded')
})

it('says that Clerk works with half its strength, also when that shows before it can be listened to', () => {
  show(() => {
    clerk.status = 'degraded'
  })
  expect(document.body.textContent).toContain('loaded')
  expect(document.querySelector('output')?.textContent).toContain('answers slowly')
  become('ready')
  expect(document.querySelector('output')).toBeNull()
})

it('has not loaded when it failed', () => {
  show()
  become('error')
  expect(document.body.textContent).toBe('waiting')
})

it('listens no more when it is gone', () => {
  show()
  expect(clerk.listeners.size).toBe(2)
  act(() => root.render(null))
  expect(clerk.listeners.size).toBe(0)
})
