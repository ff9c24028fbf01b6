// @vitest-environment jsdom
import { act, createElement, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { Theme } from '../../../components/layout/theme.tsx'
import { THEME } from '../../../lib/constants.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))

/** What the shell script does when somebody chooses a theme. */
function choose(theme: string, isStored = true): void {
  if (isStored) localStorage.setItem(THEME.storageKey, theme)
  document.documentElement.dataset.theme = theme
  dispatchEvent(new StorageEvent('storage', { key: THEME.storageKey, newValue: theme }))
}

function ChosenWhileHydrating() {
  useLayoutEffect(() => choose('light'), [])
  return null
}

it('keeps a theme that was chosen after the stored one was read, and before anybody listened', () => {
  localStorage.setItem(THEME.storageKey, 'dark')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(createElement(Theme, null, createElement(ChosenWhileHydrating))))
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem(THEME.storageKey)).toBe('light')
  act(() => choose('dark'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  act(() => root.unmount())
})

it('keeps a theme that the browser refuses to store', () => {
  localStorage.setItem(THEME.storageKey, 'dark')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(createElement(Theme, null, null)))
  act(() => choose('light', false))
  expect(document.documentElement.dataset.theme).toBe('light')
  act(() => root.unmount())
})
