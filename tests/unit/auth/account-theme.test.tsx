// @vitest-environment jsdom
import { act, createElement, useLayoutEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Theme } from '../../../components/site/layout/theme.tsx'
import { THEME } from '../../../lib/constants.ts'
import { createTestRenderer } from '../dashboard/test-screen.tsx'

const render = createTestRenderer()
const media = { matches: false, addListener: () => undefined, removeListener: () => undefined }
beforeEach(() => void vi.stubGlobal('matchMedia', () => media))

function setTheme(theme: string, isStored = true): void {
  if (isStored) localStorage.setItem(THEME.storageKey, theme)
  document.documentElement.dataset.theme = theme
  dispatchEvent(new StorageEvent('storage', { key: THEME.storageKey, newValue: theme }))
}

function ChosenWhileHydrating() {
  useLayoutEffect(() => setTheme('light'), [])
  return null
}

it('a theme chosen during hydration is kept', async () => {
  localStorage.setItem(THEME.storageKey, 'dark')
  await render(createElement(Theme, null, createElement(ChosenWhileHydrating)))
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem(THEME.storageKey)).toBe('light')
  act(() => setTheme('dark'))
  expect(document.documentElement.dataset.theme).toBe('dark')
})

it('a theme is applied even if the browser cannot store it', async () => {
  localStorage.setItem(THEME.storageKey, 'dark')
  await render(createElement(Theme, null, null))
  act(() => setTheme('light', false))
  expect(document.documentElement.dataset.theme).toBe('light')
})
