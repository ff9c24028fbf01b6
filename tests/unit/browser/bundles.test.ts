// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import * as bundles from '../../../lib/browser-bundles.js'
import { writeBrowserBundles } from '../../../scripts/build/browser-bundles.ts'
import { fakeMedia } from './fake-browser.ts'

const { browserFiles, ...named } = bundles
const {
  shellFile,
  calculatorFile,
  finderFile,
  placesFile,
  callsFile,
  formsFile,
  logosFile,
  particlesFile,
  samplesFile,
  searchFile,
  voiceFile,
  firstPaintScript,
  callsScript,
} = named
const texts = Object.entries(named).map(([name, bundle]) => ({
  name,
  code: typeof bundle === 'string' ? bundle : bundle.code,
}))

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length

/* What the site takes for granted about the bundler. */
describe('a bundle', () => {
  it.each(texts)('$name is a script, not a module, and leaves nothing behind on the window', ({ code }) => {
    expect(() => new Function(code)).not.toThrow()
    expect(code).toMatch(/^(!|\()?\(?(function|\(\))/)
    expect(code).toMatch(/\);?$/)
  })

  it.each(texts)('$name cannot end the element that it stands in', ({ code }) => {
    expect(code).not.toMatch(/<\/script|<!--/i)
  })

  it.each(texts)('$name holds nothing of the account', ({ code }) => {
    expect(code).not.toMatch(/clerk/i)
  })

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
    ['the file of every page', shellFile.code, 2900],
    ['the file of a page with a calculator', calculatorFile.code, 850],
    ['the file of a plan finder', finderFile.code, 1550],
    ['the file of a place check', placesFile.code, 2100],
    ['the file of a page with calls', callsFile.code, 2650],
    ['the file of the forms', formsFile.code, 1070],
    ['the file of logos', logosFile.code, 500],
    ['the file of a page with particles', particlesFile.code, 1800],
    ['the file of the voice agent', voiceFile.code, 800],
    ['the file of pages with something to copy', samplesFile.code, 600],
    ['the file of the search, which is also that of a page that is not there', searchFile.code, 8350],
    ['what every page has in its HTML before the first paint', firstPaintScript, 840],
    ['what a page has in its HTML to keep a press on play', callsScript, 400],
  ])('%s is small: %#', (_, code, most) => {
    expect(sizeOf(code)).toBeLessThanOrEqual(most)
  })

  it('is with all others that a page may load by itself at most 8 KB', () => {
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
    new Function(firstPaintScript)()
    expect(document.documentElement.dataset).toMatchObject({ announcement: 'dismissed', theme: 'dark' })
  })
})

describe('the file of the particles', () => {
  it('listens to the page where there is no document, in a worker', () => {
    const addEventListener = vi.fn<(type: string) => void>()
    runInNewContext(particlesFile.code, { addEventListener })
    expect(addEventListener.mock.calls.map(([type]) => type)).toEqual(['message'])
  })
})
