import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callsScript, firstPaintScript } from '../../../lib/browser-bundles.js'
import {
  knownScriptHashes,
  logUnknownScripts,
  ownScriptHashes,
  unknownScripts,
} from '../../../lib/csp/inline-scripts.ts'
import { log } from '../../../lib/log/log.ts'

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

const START =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/2i3m-a~b.js","static/chunks/c_d.js"],"runtimeModuleIds":[494553]});'

describe('the inline scripts of a page', () => {
  it('have a hash when the project knows them, each one', () => {
    const html = `<script type="text/javascript">${firstPaintScript}</script><script id="x">${callsScript}</script>
      <script>${firstPaintScript}</script><script id="_R_">${START}</script>`
    expect(knownScriptHashes(html)).toEqual([firstPaintScript, callsScript, START].map(hashOf))
    expect(unknownScripts(html)).toEqual([])
    expect(ownScriptHashes).toContain(hashOf(firstPaintScript))
  })

  it('have none otherwise, not even with one character more', () => {
    const html = `<script>${firstPaintScript} </script><script>self.__next_f.push([1,"a"])</script><script type="module">b()</script>`
    expect(knownScriptHashes(html)).toEqual([])
    expect(unknownScripts(html)).toHaveLength(3)
  })

  it('are neither files, data blocks nor empty elements', () => {
    const html = `<script src="/f.js"></script><script type="application/ld+json">{"a":1}</script><script></script>`
    expect(unknownScripts(html)).toEqual([])
  })

  it.each([
    ['code after it', `${START}attack()`],
    ['code before it', `attack();${START}`],
    ['code within it', START.replace('494553', 'attack()')],
    ['another file', START.replace('static/chunks/c_d.js', 'https://attack.example/a.js')],
    ['a file of another folder', START.replace('static/chunks/c_d.js', 'static/chunks/../../a.js')],
    ['another property', START.replace('"runtime', '"x":1,"runtime')],
    ['a property twice', START.replace('"runtime', '"otherChunks":["static/chunks/x.js"],"runtime')],
    ['a line separator', START.replace('494553', '494553\u2028')],
  ])('are unknown when they look like the start of the framework, with %s', (_, code) => {
    expect(knownScriptHashes(`<script>${code}</script>`)).toEqual([])
  })

  describe('that are unknown', () => {
    afterEach(() => vi.restoreAllMocks())

    it('are named in the log with the page, so that a developer learns why they do not run', () => {
      const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
      logUnknownScripts(`<script>attack()</script><script>${firstPaintScript}</script>`, '/blog')
      expect(warn).toHaveBeenCalledExactlyOnceWith({ path: '/blog', scripts: ['attack()'] }, expect.any(String))
      logUnknownScripts(`<script>${firstPaintScript}</script>`, '/blog')
      expect(warn).toHaveBeenCalledOnce()
    })
  })
})
