import { describe, expect, it } from 'vitest'
import { ownPath } from '../../../lib/http/own-path.ts'
import { safeHref } from '../../../lib/http/safe-href.ts'
import { cityHref, isContentPath, pathOf } from '../../../lib/routes.ts'

describe('safeHref', () => {
  it.each([
    ['/pricing', '/pricing'],
    ['/a?b=c#d', '/a?b=c#d'],
    ['https://example.com/x', 'https://example.com/x'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+12125550142', 'tel:+12125550142'],
  ])('lets %s through', (href, expected) => {
    expect(safeHref(href)).toBe(expected)
  })

  it.each([
    '',
    null,
    undefined,
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'pricing',
  ])('refuses %j', (href) => {
    expect(safeHref(href)).toBeUndefined()
  })

  it('refuses a path that browsers read as another host', () => {
    expect(safeHref('/\t/evil.example')).toBeUndefined()
    expect(safeHref('/\n\\evil.example')).toBeUndefined()
  })
})

describe('ownPath', () => {
  const site = 'https://www.example.com'

  it.each([
    ['https://www.example.com/hvac-ai-sdr/chicago?a=b', '/hvac-ai-sdr/chicago?a=b'],
    ['/about', '/about'],
    ['https://www.example.com', '/'],
  ])('keeps %s on the site', (address, path) => {
    expect(ownPath(address, site)).toBe(path)
  })

  it.each([
    null,
    '',
    'https://evil.example/x',
    '//evil.example',
    'https://www.example.com//evil.example',
    'javascript:1',
    'https://www.example.com:444/x',
  ])('sends %j home', (address) => {
    expect(ownPath(address, site)).toBe('/')
  })
})

describe('paths of documents', () => {
  it('are built of route segments', () => {
    expect(pathOf(undefined)).toBe('/')
    expect(pathOf([])).toBe('/')
    expect(pathOf(['a', 'b'])).toBe('/a/b')
    expect(cityHref({ slug: 'new-york' })).toBe('/hvac-ai-sdr/new-york')
  })

  it.each(['/', '/about', '/a/b-2/c', '/hvac-ai-sdr/new-york'])('%s can be one', (path) => {
    expect(isContentPath(path)).toBe(true)
  })

  it.each([
    '',
    'about',
    '/About',
    '/a//b',
    '/a/',
    '/%2e%2e',
    '/a b',
    '/wp-login.php',
    '/é',
    '/-a',
    `/${'a'.repeat(130)}`,
  ])('%j cannot be one', (path) => {
    expect(isContentPath(path)).toBe(false)
  })
})
