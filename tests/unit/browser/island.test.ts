// @vitest-environment jsdom
import { resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { bundle } from '../../../scripts/build/browser-bundles.ts'
import { find } from './fake-browser.ts'

it('an island is one script with the React of production, which runs in its own part of a page', async () => {
  const code = await bundle(resolve(import.meta.dirname, '../../fixtures/counter.island.tsx'))
  expect(code).not.toMatch(/process\.env|jsxDEV|react-dom-client\.development/)
  document.body.innerHTML = '<p>Kept</p><div data-counter>Press me</div>'
  new Function(code)()
  await vi.waitFor(() => expect(find('button').textContent).toBe('Pressed 0 times'))
  find('button').click()
  await vi.waitFor(() => expect(find('button').textContent).toBe('Pressed 1 times'))
  expect(find('p').textContent).toBe('Kept')
})
