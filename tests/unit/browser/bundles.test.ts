// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import * as bundles from '../../../lib/browser-bundles.js'
import { writeBrowserBundles, bundle } from '../../../scripts/build/browser-bundles.ts'
import { fakeMedia, find } from './fake-browser.ts'

const { browserFiles, ...named } = bundles
const texts = Object.entries(named).map(([name, bundle]) => ({
  name,
  code: typeof bundle === 'string' ? bundle : bundle.code,
}))

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length

describe('a bundle', () => {
  it.each(texts)('$name is a script, not a module, and leaves nothing behind on the window', ({ code }) => {
    expect(() => new Function(code)).not.toThrow()
    expect(code).toMatch(/^(!|\()?\(?(function|\(\))/)
    expect(code).toMatch(/\);?$/)
  })

  it.each(texts)('$name cannot end the element that it stands in', ({ code }) => {
    expect(code).not.toMatch(/<\/script|<!--/i)
  })

  it.each(texts)('$name holds nothing of the account', ({ code }) => expect(code).not.toMatch(/clerk/i))

  it('is the same text whenever it is made of the same modules: policies name it by its hash', async () => {
    const file = resolve(import.meta.dirname, '../../../lib/browser-bundles.js')
    const before = readFileSync(file, 'utf8')
    await writeBrowserBundles()
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it.each(browserFiles)('$name is named by its content', ({ name, path }) => {
    expect(name).toMatch(/^[a-z]+-[0-9a-f]{10}\.js$/)
    expect(path).toBe(`/scripts/${name}`)
  })

  it.each([
    ['the file of every page', bundles.shellFile.code, 2900],
    ['the file of a page with a calculator', bundles.calculatorFile.code, 850],
    ['the file of a plan finder', bundles.finderFile.code, 1550],
    ['the file of a place check', bundles.placesFile.code, 2100],
    ['the file of a page with calls', bundles.callsFile.code, 2650],
    ['the file of the forms', bundles.formsFile.code, 1070],
    ['the file of logos', bundles.logosFile.code, 500],
    ['the file of a page with particles', bundles.particlesFile.code, 1800],
    ['the file of the voice agent', bundles.voiceFile.code, 800],
    ['the file of pages with something to copy', bundles.samplesFile.code, 600],
    ['the file of the search, which is also that of a page that is not there', bundles.searchFile.code, 8350],
    ['what every page has in its HTML before the first paint', bundles.firstPaintScript, 840],
    ['what a page has in its HTML to keep a press on play', bundles.callsScript, 400],
  ])('%s is small: %#', (_, code, most) => expect(sizeOf(code)).toBeLessThanOrEqual(most))

  it('is with all others that a page may load by itself at most 8 KB', () => {
    const { shellFile, callsFile, particlesFile, logosFile } = bundles
    const sizes = [shellFile, callsFile, particlesFile, logosFile].map(({ code }) => sizeOf(code))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(8 * 1024)
  })
})

describe('the script of the first paint', () => {
  it('knows the announcement of its own element', () => {
    fakeMedia()
    localStorage.setItem('announcement', 'a1')
    const script = document.createElement('script')
    script.setAttribute('data-announcement', 'a1')
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
    new Function(bundles.firstPaintScript)()
    expect(document.documentElement.dataset).toMatchObject({ announcement: 'dismissed', theme: 'dark' })
  })
})

describe('the file of the particles', () => {
  it('listens to the page where there is no document, in a worker', () => {
    const addEventListener = vi.fn<(type: string) => void>()
    runInNewContext(bundles.particlesFile.code, { addEventListener })
    expect(addEventListener.mock.calls.map(([type]) => type)).toEqual(['message'])
  })
})

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
