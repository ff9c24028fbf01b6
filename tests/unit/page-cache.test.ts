import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstPaintScript } from '../../lib/first-paint-script.ts'
import { holdScripts } from '../../lib/page-cache/hold-scripts.ts'
import { contentSecurityPolicy } from '../../lib/page-cache/policy.ts'
import { TagJournal } from '../../lib/page-cache/tag-journal.ts'

const options = { frameAncestors: ["'self'", 'https://studio.example'], secure: true }

describe('contentSecurityPolicy', () => {
  it('allows nothing by default, own files, and the known inline scripts of the page', () => {
    const policy = contentSecurityPolicy(`<script>${firstPaintScript}</script>`, options)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policy).toContain("frame-ancestors 'self' https://studio.example")
    expect(policy).toContain('upgrade-insecure-requests')
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('allows no other script, whatever stands in the page', () => {
    expect(contentSecurityPolicy('<script>attack()</script>', options)).toContain("script-src 'self';")
  })

  it('takes in what a vendor needs, in the directive that is there or in one of its own', () => {
    const additional = { 'script-src': ['https://vendor.example', 'blob:'], 'media-src': ['blob:'] }
    const policy = contentSecurityPolicy('', { ...options, additional })
    expect(policy).toContain("script-src 'self' https://vendor.example blob:;")
    expect(policy).toMatch(/; media-src blob:$/)
    expect(policy).toContain("style-src 'self';")
  })

  it('does not upgrade requests on a plain http address', () => {
    expect(contentSecurityPolicy('', { ...options, secure: false })).not.toContain('upgrade-insecure-requests')
  })
})

describe('holdScripts', () => {
  const page = `<html><head><link rel="preload" as="script" href="/_next/static/a.js"/><link rel="preload" as="font" href="/f.woff2"/>
    <script src="/_next/static/a.js" async=""></script><script src="/_next/static/old.js" noModule=""></script></head>
    <body><p>text</p><script>flight()</script><script src="/_next/static/b.js" id="_R_" async=""></script></body></html>`

  it('takes out the framework’s scripts and their preloads, in order, and keeps everything else', () => {
    const held = holdScripts(page)
    expect(held).toContain('data-held-scripts="/_next/static/a.js /_next/static/b.js"')
    expect(held).not.toMatch(/<script[^>]*src="\/_next\/static\/[ab]\.js"/)
    expect(held).not.toContain('as="script"')
    expect(held).toContain('as="font"')
    expect(held).toContain('<script>flight()</script>')
    expect(held).toContain('old.js')
    expect(held).toMatch(/<\/script><\/body>/)
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

  it('adds an inline loader that the policy knows, whatever it loads', () => {
    const policies = [page, page.replaceAll('/a.js', '/c.js')].map((html) =>
      contentSecurityPolicy(holdScripts(html), options),
    )
    expect(policies[0]).toMatch(/script-src 'self' 'sha256-[^' ]+';/)
    expect(policies[1]).toBe(policies[0])
  })
})

describe('TagJournal', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'journal-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('gives a later process what an earlier one wrote', () => {
    const file = join(folder, 'deep', 'tags.json')
    new TagJournal(file).write(new Map([['city:chicago', { stale: 5 }]]))
    expect(new TagJournal(file).read()).toEqual(new Map([['city:chicago', { stale: 5 }]]))
    expect(readFileSync(file, 'utf8')).not.toContain('tmp')
  })

  it('starts empty without a journal and with a broken one', () => {
    const file = join(folder, 'tags.json')
    expect(new TagJournal(file).read().size).toBe(0)
    writeFileSync(file, '{"city:chi')
    expect(new TagJournal(file).read().size).toBe(0)
  })
})
