// @vitest-environment jsdom
import { act, createElement, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useClerkLoaded } from '../../components/account/use-clerk-loaded.ts'

/** Clerk as far as the hook knows it: `on` tells of what comes after it, and of nothing before. */
const fakeClerk = () => {
  const listeners = new Set<() => void>()
  return {
    loaded: false,
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

function Part({ afterRender }: { afterRender?: () => void }) {
  useLayoutEffect(() => afterRender?.(), [afterRender])
  return useClerkLoaded() ? 'loaded' : 'waiting'
}

const show = (afterRender?: () => void) => act(() => root.render(createElement(Part, { afterRender })))

it('says so when Clerk loads later', () => {
  show()
  expect(document.body.textContent).toBe('waiting')
  clerk.loaded = true
  act(() => clerk.listeners.forEach((listener) => listener()))
  expect(document.body.textContent).toBe('loaded')
})

it('says so when Clerk loads between the rendering and the first moment at which it can be listened to', () => {
  show(() => {
    clerk.loaded = true
  })
  expect(document.body.textContent).toBe('loaded')
})

it('listens no more when it is gone', () => {
  show()
  expect(clerk.listeners.size).toBe(1)
  act(() => root.render(null))
  expect(clerk.listeners.size).toBe(0)
})
