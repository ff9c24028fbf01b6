import { describe, expect, it } from 'vitest'
import { speculationRules } from '../../../lib/platform/http/speculation-rules.ts'

const SITE = 'https://ductwise.example'

type Where =
  | { and: Where[] }
  | { not: Where }
  | { href_matches: string | string[] }
  | { selector_matches: string | string[] }

const matchesAny = (value: string | string[], matches: (one: string) => boolean) => [value].flat().some(matches)

function matchesWhere(where: Where, href: string, attributes: string[]): boolean {
  if ('and' in where) return where.and.every((part) => matchesWhere(part, href, attributes))
  if ('not' in where) return !matchesWhere(where.not, href, attributes)
  if ('selector_matches' in where)
    return matchesAny(where.selector_matches, (selector) => attributes.includes(selector))
  return matchesAny(where.href_matches, (pattern) => new URLPattern(pattern, SITE).test(href, SITE))
}

const isPrefetched = (href: string, ...attributes: string[]) =>
  speculationRules.prefetch.some(({ where }) => matchesWhere(where, href, attributes))

describe('hovered link', () => {
  it.each([
    '/',
    '/#hear-the-call',
    '/pricing',
    '/pricing?billing=year#faq',
    '/hvac-ai-sdr/new-york',
    '/blog',
    '/blog/page/2',
    '/blog/a-post',
    '/documentation/roles',
    '/legal/privacy',
    '/search?q=furnace',
    '/newsletter',
    '/api',
    '/api?language=go',
    '/login-help',
    '/studio-tour',
  ])('to %s is prefetched', (href) => expect(isPrefetched(href)).toBe(true))

  it.each([
    '/sign-in',
    '/sign-in?redirect_url=%2Fdashboard',
    '/sign-up',
    '/login',
    '/login/factor-two',
    '/register',
    '/dashboard',
    '/dashboard/leads/12?stage=new#notes',
    '/sign-in-unavailable',
    '/studio',
    '/studio/structure',
    '/api/draft-mode/disable',
    '/api/v1/calls',
    '/blog/rss.xml',
    '/sitemap.xml',
    '/sitemap/1.xml',
    '/robots.txt',
    '/llms.txt',
    '/.well-known/security.txt',
    '/search/index.json',
    '/api/openapi.json?pretty',
    '/newsletter/confirm?token=secret',
    '/newsletter/leave/secret',
    'https://elsewhere.example/pricing',
    'mailto:hello@ductwise.example',
    'tel:+12125550142',
  ])('to %s is not prefetched', (href) => expect(isPrefetched(href)).toBe(false))

  it('is prefetched eagerly', () => {
    const [first] = speculationRules.prefetch
    expect(first?.eagerness).toBe('eager')
  })

  it.each(['[download]', '[rel~="nofollow"]', '[data-search]', '[href^="#"]'])(
    'is not prefetched if it matches %s',
    (attribute) => {
      expect(isPrefetched('/pricing', '[class]')).toBe(true)
      expect(isPrefetched('/pricing', attribute)).toBe(false)
    },
  )
})

describe('navigation link marked for prefetching', () => {
  const isPrefetchedImmediately = (href: string, ...attributes: string[]) =>
    speculationRules.prefetch.some(
      ({ where, eagerness }) => eagerness === 'immediate' && matchesWhere(where, href, attributes),
    )

  it('is the only kind of link that is prefetched immediately', () => {
    expect(isPrefetchedImmediately('/pricing', '[data-prefetch]')).toBe(true)
    expect(isPrefetchedImmediately('/pricing')).toBe(false)
  })

  it('is not prefetched if its page depends on the visitor', () => {
    expect(isPrefetchedImmediately('/sign-in', '[data-prefetch]')).toBe(false)
    expect(isPrefetchedImmediately('/search', '[data-prefetch]', '[data-search]')).toBe(false)
  })
})
