// @vitest-environment jsdom
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bundle } from '../../../scripts/build/browser-bundles.ts'

let code: string
beforeAll(async () => {
  code = await bundle(resolve(import.meta.dirname, '../../fixtures/counter.island.tsx'))
})

/* No page has an island yet: that one can be made is tried out with a small one. */
describe('an island', () => {
  it('is one script, which takes the place that the server has rendered', async () => {
    document.body.innerHTML = '<main><div data-counter>Calls are counted here.</div></main>'
    new Function(code)()
    const button = await vi.waitFor(() => {
      const found = document.querySelector('button')
      if (!found) throw new Error('Not there yet')
      return found
    })
    expect(document.body.textContent).toBe('0 calls')
    button.click()
    await vi.waitFor(() => expect(button.textContent).toBe('1 calls'))
  })

  it('brings the React of production', () => {
    expect(code).not.toContain('process.env')
    expect(code).not.toContain('Warning: ')
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(70 * 1024)
  })
})
