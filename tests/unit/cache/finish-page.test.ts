import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finishPage } from '../../../lib/page-cache/finish-page.ts'
import { PAGE_VERSION_HEADER } from '../../../lib/dom-contract.ts'
import { versionOf, withoutFlight } from '../../../lib/page-cache/flight.ts'
import { locationHeader, MISSING_PAGE, movedPage, statusOf } from '../../../lib/page-cache/status.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const push = (...chunk: unknown[]) =>
  `<script>self.__next_f.push(${JSON.stringify(chunk).replaceAll('<', String.raw`\u003c`)})</script>`
const START = '<script>(self.__next_f=self.__next_f||[]).push([0])</script>'
const page = (...texts: string[]) => `<p>text</p>${START}${texts.map((text) => push(1, text)).join('')}<i></i>`

describe('withoutFlight', () => {
  it('takes out the pushes of text that together are the flight data, and nothing else', () => {
    expect(withoutFlight(page('1:["a"', ']\n'), '1:["a"]\n')).toBe('<p>text</p><i></i>')
  })

  it('understands text of any kind: that of a script, of the data itself, of other languages', () => {
    const texts = ['</script><script>attack()</script>', 'self.__next_f.push([1,"x"])', 'größer 🌡 $& \u2028 "\\']
    expect(withoutFlight(page(...texts), texts.join(''))).toBe('<p>text</p><i></i>')
  })

  it.each([
    ['other data', page('1:["a"]\n'), 'something else'],
    ['the data in another order', page('a', 'b'), 'ba'],
    ['only a part of it', page('1:["a"]\n'), '1:["a"]\n2:{}\n'],
    ['data of another kind besides', `${page('1:["a"]\n')}${push(3, 'AAAA')}`, '1:["a"]\n'],
    ['none', '<p>text</p>', ''],
    ['none, but the start of it', `<p>text</p>${START}`, ''],
    ['what looks like it and is no data', '<script>self.__next_f.push([1,broken])</script>', 'broken'],
  ])('does not touch a page that holds %s', (_, html, flight) => {
    expect(withoutFlight(html, flight)).toBeUndefined()
  })
})

describe('versionOf', () => {
  it('names flight data by its content, in letters that a header and an attribute may hold', () => {
    expect(versionOf('a')).toBe(versionOf('a'))
    expect(versionOf('a')).not.toBe(versionOf('b'))
    expect(versionOf('größer')).toMatch(/^[\w-]{16}$/)
  })
})

describe('the status that a page names', () => {
  const marked = ({ name, content }: { name: string; content: string }) =>
    `<html><head><meta name="${name}" content="${content}"/></head></html>`

  it('is that of a page that says that there is nothing', () => {
    expect(statusOf(marked(MISSING_PAGE))).toBe(404)
    expect(locationHeader(marked(MISSING_PAGE))).toEqual({})
  })

  it.each(['/new', 'https://example.com/ä?a=1&b="2"#c', "/it's"])('is that of a page that moved to %s', (location) => {
    expect(statusOf(marked(movedPage(location, true)))).toBe(308)
    expect(statusOf(marked(movedPage(location, false)))).toBe(307)
    expect(decodeURI(locationHeader(marked(movedPage(location, true))).location ?? '')).toBe(decodeURI(location))
  })

  it('is none of any other page, whatever its text says', () => {
    expect(statusOf('<p>&lt;meta name="page-status" content="404"/&gt;</p>')).toBeUndefined()
    expect(locationHeader('<p>text</p>')).toEqual({})
  })
})

describe('finishPage', () => {
  beforeEach(() => stubSiteEnv())
  afterEach(() => vi.unstubAllEnvs())

  const script = '<script src="/_next/static/a.js" async=""></script>'
  const value = (html: string, flight: string) => ({
    kind: 'APP_PAGE',
    html: `<html><body>${html}${script}</body></html>`,
    rscData: Buffer.from(flight),
    headers: { 'x-next-cache-tags': 'settings' },
    status: undefined,
  })

  it('takes the flight data out, names it, holds the scripts back and writes a policy', () => {
    const flight = '1:["größer"]\n'
    const { html, headers, rscData } = finishPage(value(page(flight), flight))
    expect(html).not.toContain('__next_f.push(')
    expect(html).not.toContain(script)
    expect(html).toContain(`data-held-scripts="/_next/static/a.js" data-flight="${versionOf(flight)}"`)
    expect(headers).toMatchObject({ 'x-next-cache-tags': 'settings', [PAGE_VERSION_HEADER]: versionOf(flight) })
    expect(headers?.['content-security-policy']).toContain("default-src 'none'")
    expect(Buffer.from(rscData ?? []).toString()).toBe(flight)
  })

  it('leaves flight data that it does not understand in the page, and asks the loader for none', () => {
    const { html } = finishPage(value(page('one'), 'another'))
    expect(html).toContain('__next_f.push(')
    expect(html).toContain('data-held-scripts="/_next/static/a.js">')
  })

  it('gives a page the status and the address that it names', () => {
    const { name, content } = movedPage('/new', true)
    const moved = finishPage(value(`<meta name="${name}" content="${content}"/>`, ''))
    expect(moved).toMatchObject({ status: 308, headers: { location: '/new' } })
    expect(finishPage({ ...value('text', ''), status: 200 }).status).toBe(200)
  })

  it('changes nothing in a page that it finished before', () => {
    const once = finishPage(value(page('1:["a"]\n'), '1:["a"]\n'))
    expect(finishPage(once)).toEqual(once)
  })

  it('does not touch the value that it was given, nor anything but a page', () => {
    const given = value(page('a'), 'a')
    const before = { ...given, headers: { ...given.headers } }
    finishPage(given)
    expect(given).toEqual(before)
    const answer = { kind: 'APP_ROUTE', headers: {}, status: 200 }
    expect(finishPage(answer)).toBe(answer)
  })
})
