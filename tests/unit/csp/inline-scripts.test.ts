import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callsScript, firstPaintScript } from '../../../lib/browser-bundles.js'
import {
  knownScriptHashes,
  logUnknownScripts,
  ownScriptHashes,
  unknownScripts,
} from '../../../lib/platform/csp/inline-scripts.ts'
import { log } from '../../../lib/platform/log/log.ts'

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

describe('the inline scripts of a page', () => {
  it('have a hash when the project knows them, each one', () => {
    const html = `<script type="text/javascript">${firstPaintScript}</script><script id="x">${callsScript}</script>
      <script>${firstPaintScript}</script>`
    expect(knownScriptHashes(html)).toEqual([firstPaintScript, callsScript].map(hashOf))
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
    const spaced = `<script async src = "/f.js">a()</script><script
      src="/f.js">a()</script><script id="a" type = application/json>1</script>`
    expect(unknownScripts(spaced)).toEqual([])
  })

  it('are those with the type of a script, however it is written, and with names that only look like another attribute', () => {
    const html = `<script type=module>a()</script><script type = 'text/javascript'>b()</script><script data-src="x">c()</script>`
    expect(unknownScripts(html)).toEqual(['a()', 'b()', 'c()'])
  })

  describe('that are unknown', () => {
    afterEach(() => vi.restoreAllMocks())

    it('are named in the log with the page, so that a developer learns why they do not run', () => {
      const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
      logUnknownScripts(`<script>attack()</script><script>${firstPaintScript}</script>`, '/blog')
      expect(warn).toHaveBeenCalledExactlyOnceWith({ path: '/blog', scripts: ['attack()'] }, expect.any(String))
      logUnknownScripts(`<script>${firstPaintScript}</script>`, '/blog')
      expect(warn).toHaveBeenCalledOnce()
      logUnknownScripts(`<script>${'a'.repeat(81)}</script>`, '/long')
      expect(warn).toHaveBeenLastCalledWith({ path: '/long', scripts: ['a'.repeat(80)] }, expect.any(String))
    })
  })
})
