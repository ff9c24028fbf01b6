import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callsScript, firstPaintScript } from '../../../lib/browser-bundles.js'
import {
  hashKnownScripts,
  logUnknownScripts,
  knownScriptHashes,
  findUnknownScripts,
} from '../../../lib/platform/csp/inline-scripts.ts'
import { log } from '../../../lib/platform/log/log.ts'

const hashScript = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

describe('inline scripts', () => {
  it('get a hash if they are known', () => {
    const html = `<script type="text/javascript">${firstPaintScript}</script><script id="x">${callsScript}</script>
      <script>${firstPaintScript}</script>`
    expect(hashKnownScripts(html)).toEqual([firstPaintScript, callsScript].map(hashScript))
    expect(findUnknownScripts(html)).toEqual([])
    expect(knownScriptHashes).toContain(hashScript(firstPaintScript))
  })

  it('get no hash if they are unknown or differ by one character', () => {
    const html = `<script>${firstPaintScript} </script><script>self.__next_f.push([1,"a"])</script><script type="module">b()</script>`
    expect(hashKnownScripts(html)).toEqual([])
    expect(findUnknownScripts(html)).toHaveLength(3)
  })

  it('exclude external files, data blocks and empty elements', () => {
    const html = `<script src="/f.js"></script><script type="application/ld+json">{"a":1}</script><script></script>`
    expect(findUnknownScripts(html)).toEqual([])
    const spaced = `<script async src = "/f.js">a()</script><script
      src="/f.js">a()</script><script id="a" type = application/json>1</script>`
    expect(findUnknownScripts(spaced)).toEqual([])
  })

  it('include module scripts, any attribute spacing and look-alike attributes', () => {
    const html = `<script type=module>a()</script><script type = 'text/javascript'>b()</script><script data-src="x">c()</script>`
    expect(findUnknownScripts(html)).toEqual(['a()', 'b()', 'c()'])
  })

  describe('unknown inline scripts', () => {
    afterEach(() => vi.restoreAllMocks())

    it('are logged with the page path, so a developer can find the cause', () => {
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
