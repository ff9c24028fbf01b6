// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import * as bundles from '../../../lib/browser-bundles.js'
import { writeBrowserBundles, bundle } from '../../../scripts/build/browser-bundles.ts'
import { fakeMedia, find } from './fake-browser.ts'

const { browserFiles, ...bundlesByName } = bundles
const texts = Object.entries(bundlesByName).map(([name, bundle]) => ({
  name,
  code: typeof bundle === 'string' ? bundle : bundle.code,
}))

const getGzipBytes = (code: string) => gzipSync(code, { level: 9 }).length

describe('browser bundles', () => {
  it.each(texts)('$name is a classic script that defines no globals', ({ code }) => {
    expect(() => new Function(code)).not.toThrow()
    expect(code).toMatch(/^(!|\()?\(?(function|\(\))/)
    expect(code).toMatch(/\);?$/)
  })

  it.each(texts)('$name contains no text that would close its script element', ({ code }) => {
    expect(code).not.toMatch(/<\/script|<!--/i)
  })

  it.each(texts)('$name contains no Clerk code', ({ code }) => expect(code).not.toMatch(/clerk/i))

  it('are reproducible, because security policies name them by hash', async () => {
    const file = resolve(import.meta.dirname, '../../../lib/browser-bundles.js')
    const previous = readFileSync(file, 'utf8')
    await writeBrowserBundles()
    expect(readFileSync(file, 'utf8')).toBe(previous)
  })

  it.each(browserFiles)('$name has a content hash in its file name', ({ name, path }) => {
    expect(name).toMatch(/^[a-z]+-[0-9a-f]{10}\.js$/)
    expect(path).toBe(`/scripts/${name}`)
  })

  it.each([
    ['the shell script', bundles.shellFile.code, 2900],
    ['the calculator script', bundles.calculatorFile.code, 850],
    ['the plan finder script', bundles.finderFile.code, 1550],
    ['the coverage check script', bundles.placesFile.code, 2100],
    ['the call player script', bundles.callsFile.code, 2650],
    ['the forms script', bundles.formsFile.code, 1070],
    ['the logos script', bundles.logosFile.code, 500],
    ['the particles script', bundles.particlesFile.code, 1800],
    ['the voice agent script', bundles.voiceFile.code, 800],
    ['the code samples script', bundles.samplesFile.code, 600],
    ['the search script', bundles.searchFile.code, 8350],
    ['the inline first-paint script', bundles.firstPaintScript, 840],
    ['the inline call player script', bundles.callsScript, 400],
  ])('%s stays within its size limit (case %#)', (_, code, maxBytes) =>
    expect(getGzipBytes(code)).toBeLessThanOrEqual(maxBytes),
  )

  it('total at most 8 KB for scripts that a page loads automatically', () => {
    const { shellFile, callsFile, particlesFile, logosFile } = bundles
    const sizes = [shellFile, callsFile, particlesFile, logosFile].map(({ code }) => getGzipBytes(code))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(8 * 1024)
  })
})

describe('first-paint script', () => {
  it('reads the announcement ID from its own script element', () => {
    fakeMedia()
    localStorage.setItem('announcement', 'a1')
    const script = document.createElement('script')
    script.setAttribute('data-announcement', 'a1')
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
    new Function(bundles.firstPaintScript)()
    expect(document.documentElement.dataset).toMatchObject({ announcement: 'dismissed', theme: 'dark' })
  })
})

describe('particle script', () => {
  it('listens for messages when running in a worker', () => {
    const addEventListener = vi.fn<(type: string) => void>()
    runInNewContext(bundles.particlesFile.code, { addEventListener })
    expect(addEventListener.mock.calls.map(([type]) => type)).toEqual(['message'])
  })
})

it('an island bundle is one script with production React and renders only its own element', async () => {
  const code = await bundle(resolve(import.meta.dirname, '../../fixtures/counter.island.tsx'))
  expect(code).not.toMatch(/process\.env|jsxDEV|react-dom-client\.development/)
  document.body.innerHTML = '<p>Kept</p><div data-counter>Press me</div>'
  new Function(code)()
  await vi.waitFor(() => expect(find('button').textContent).toBe('Pressed 0 times'))
  find('button').click()
  await vi.waitFor(() => expect(find('button').textContent).toBe('Pressed 1 times'))
  expect(find('p').textContent).toBe('Kept')
})
