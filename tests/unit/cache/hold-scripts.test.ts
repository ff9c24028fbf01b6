import { describe, expect, it } from 'vitest'
import { holdScripts } from '../../../lib/page-cache/hold-scripts.ts'

const page = `<html><head><link rel="preload" as="script" href="/_next/static/a.js"/><link rel="preload" as="font" href="/f.woff2"/>
    <script src="/_next/static/a.js" async=""></script><script src="/_next/static/old.js" noModule=""></script></head>
    <body><p>text</p><script>flight()</script><script src="/_next/static/b.js" id="_R_" async=""></script></body></html>`

describe('holdScripts', () => {
  it('takes out the framework’s scripts and their preloads, in order, and keeps everything else', () => {
    const held = holdScripts(page)
    expect(held).toContain('data-held-scripts="/_next/static/a.js /_next/static/b.js"')
    expect(held).not.toMatch(/<script[^>]*src="\/_next\/static\/[ab]\.js"/)
    expect(held).not.toContain('as="script"')
    expect(held).toContain('as="font"')
    expect(held).toContain('<script>flight()</script>')
    expect(held).toContain('old.js')
    expect(held).toMatch(/<\/template><\/body>/)
  })

  it('does its work once', () => {
    const held = holdScripts(page)
    expect(holdScripts(held)).toBe(held)
  })

  it('leaves a page without framework scripts alone, and text that looks like a pattern too', () => {
    const plain = '<html><body>costs $& more</body></html>'
    expect(holdScripts(plain)).toBe(plain)
    expect(holdScripts(page.replace('text', () => 'costs $& and $1'))).toContain('costs $& and $1')
  })

  it('names the flight data to fetch', () => {
    expect(holdScripts(page, 'version')).toContain('data-flight="version"')
  })
})
