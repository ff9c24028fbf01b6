import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { announcementId } from '../../../components/layout/announcement-bar.tsx'
import type { Footer as FooterComponent } from '../../../components/layout/footer.tsx'
import type { Header as HeaderComponent } from '../../../components/layout/header.tsx'
import { NotFound } from '../../../components/messages/page-message.tsx'
import { stubSiteEnv } from '../../support/site-env.ts'
import { wordsFrom } from '../../../lib/words.ts'

vi.mock('server-only', () => ({}))

let Header: typeof HeaderComponent
let Footer: typeof FooterComponent

beforeAll(async () => {
  stubSiteEnv()
  ;({ Header } = await import('../../../components/layout/header.tsx'))
  ;({ Footer } = await import('../../../components/layout/footer.tsx'))
})

const words = wordsFrom(null)

const city = { _id: 'a', name: 'Chicago', state: 'Illinois', slug: 'chicago', summary: null }
const menu = { cities: [city], pages: ['/hvac-ai-sdr'] }
const link = (label: string, href: string) => ({ _key: label, label, kind: 'external' as const, href })

const settings = {
  headerLinks: [link('Features', '/features'), link('Pricing', '/pricing')],
  booking: { label: 'Request a Demo', url: 'https://book.example/' },
  footerColumns: [{ _key: 'p', title: 'Product', links: [link('API', '/api')] }],
  contact: { phone: '+1 (212) 555-0142', email: 'hello@ductwise.example', siteUrl: 'https://ductwise.example' },
  socialLinks: [{ _key: 's', platform: 'linkedin', url: 'https://linkedin.example/' }],
  trust: { title: 'Your data', intro: null, faqs: [{ _id: 'f', question: 'Is it safe?', answer: null }] },
}

const announcement = { _id: 'n', text: 'Heat season', start: null, end: null, link: link('Read on', '/blog') }

const header = (props: Record<string, unknown> = {}) =>
  renderToStaticMarkup(
    createElement(Header, { brand: 'Ductwise', settings, announcement, words, menu, ...props } as never),
  )

const labels = (html: string) =>
  [...html.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].map(([, text = '']) => text.replace(/<[^>]+>/g, ' ').trim())

describe('the header', () => {
  it('has the links of the CMS, Sign In and the demo, in the bar and in the menu of small screens', () => {
    const [bar = '', small = ''] = header().split('<dialog id="site-menu"')
    for (const part of [bar, small]) {
      expect(labels(part)).toEqual(
        expect.arrayContaining(['Features', 'Pricing', 'Sign In  Dashboard', 'Request a Demo']),
      )
      expect(part).toContain('href="/sign-in"')
      expect(part).toContain('href="https://book.example/"')
    }
  })

  it('offers only registration on the login page, and only Sign In on the register page', () => {
    const login = header({ entry: 'login' })
    const register = header({ entry: 'register' })
    for (const html of [login, register]) {
      expect(labels(html)).toEqual(expect.arrayContaining(['Features', 'Pricing']))
      expect(html).not.toContain('https://book.example/')
    }
    expect(login).toContain('href="/sign-up"')
    expect(login).not.toContain('href="/sign-in"')
    expect(register).toContain('href="/sign-in"')
    expect(register).not.toContain('href="/sign-up"')
  })

  it('stands on a site that has no settings yet', () => {
    expect(header({ settings: null, menu: { cities: [], pages: [] } })).toContain('Sign In')
  })
})

describe('the Solutions menu', () => {
  const entries = (props: Record<string, unknown>) => labels(/<details.*?<\/details>/s.exec(header(props))?.[0] ?? '')

  it('names the overviews that are published, each city and the way to all of them', () => {
    expect(entries({})).toEqual([
      'AI-SDR Overview  Answers your phone',
      'AI-SDR in Chicago  Illinois',
      'See all cities',
    ])
    expect(entries({ menu: { ...menu, pages: ['/hvac-seo-services', '/hvac-ai-sdr'] } }).slice(0, 2)).toEqual([
      'AI-SDR Overview  Answers your phone',
      'SEO Services Overview  Get you found',
    ])
  })
})

describe('the announcement', () => {
  it('is shown while one runs', () => {
    expect(header()).toContain('Heat season')
    expect(header({ announcement: null })).not.toContain('announcement')
  })

  it('is another one when its words or its link change, so that it shows again', () => {
    const id = (text: string, href: string) => announcementId({ text, link: link('Go', href) } as never)
    expect(id('a', '/b')).toBe(id('a', '/b'))
    expect(new Set([id('a', '/b'), id('a', '/c'), id('b', '/b')]).size).toBe(3)
  })
})

describe('the footer', () => {
  const asset = { _id: 'image-abc123-312x144-png', width: 312, height: 144, lqip: null }
  const integrations = [
    { _id: 'i', name: 'QuickBooks Online', url: 'https://quickbooks.example/', logo: { alt: 'QuickBooks', asset } },
    { _id: 'j', name: 'Ünïcødé 🔥 tools', url: 'https://tools.example/', logo: null },
  ]
  const footer = (props: Record<string, unknown> = {}) =>
    renderToStaticMarkup(
      createElement(Footer, {
        words,
        brand: 'Ductwise',
        settings,
        badges: [{ _id: 'b', name: 'SOC 2', description: 'A report', state: 'preparation', reportDate: null }],
        integrations,
        ...props,
      } as never),
    )

  it('has columns, contact, profiles and the theme switch', () => {
    const html = footer()
    for (const part of [
      'href="/api"',
      'tel:+12125550142',
      'mailto:hello@ductwise.example',
      'LinkedIn',
      'value="system"',
    ])
      expect(html).toContain(part)
  })

  it('has one closed section, Why {product} is trusted: badges, logos, then questions', () => {
    const html = footer()
    const positions = ['Why Ductwise is trusted', 'SOC 2', 'quickbooks.example', 'Is it safe?'].map((text) =>
      html.indexOf(text),
    )
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(html).not.toMatch(/<details[^>]*\bopen/)
  })

  it('says of each badge what is true of it, and leaves out one that does not say', () => {
    const badge = (name: string, state: string | null, reportDate: string | null = null) => ({
      _id: name,
      name,
      description: null,
      state,
      reportDate,
    })
    const html = footer({
      badges: [
        badge('ISO 27001', 'report', '2026-03-01'),
        badge('SOC 2', 'preparation'),
        badge('CCPA', 'report'),
        badge('GDPR', null),
      ],
    })
    expect(html).toMatch(/ISO 27001<\/dt><dd[^>]*>Report of March 1, 2026, on request</)
    expect(html).toMatch(/SOC 2<\/dt><dd[^>]*>Not yet. In preparation.</)
    expect(html).not.toMatch(/CCPA|GDPR/)
  })

  it('says once that content is a sample, until nobody says so any more', () => {
    const sampleNotice = 'This is a sample brand.'
    expect(footer({ settings: { ...settings, sampleNotice } }).split(sampleNotice)).toHaveLength(2)
    expect(footer()).not.toContain('sample')
  })

  it('shows logos at 78 x 36, and the first eight characters of the name where there is none', () => {
    const html = footer()
    expect(html).toMatch(/<img[^>]*width="78" height="36"/)
    expect(html).toContain('alt="QuickBooks Online"')
    expect(html).toMatch(/<span [^>]*data-failed=""><span aria-hidden="true"[^>]*>Ünïcødé <\/span>/)
  })

  it('stands on a site that has nothing yet', () => {
    const html = footer({ settings: null, badges: [], integrations: [] })
    expect(html).toContain('Ductwise')
    expect(html).not.toContain('is trusted')
  })
})

describe('the page for addresses that do not exist', () => {
  const words = wordsFrom(null)

  it('has a search whose field is empty, then the call, then room for pages near the address', () => {
    const html = renderToStaticMarkup(createElement(NotFound, { copy: null, words }))
    expect(html).toContain('action="/search"')
    expect(html).toMatch(/<input type="search"[^>]* value=""/)
    expect(html).toMatch(/<\/h1>.*type="search".*Incoming call.*data-none-near/)
  })

  it('speaks the words of the CMS', () => {
    const links = [link('Start again', '/'), link('What it costs', '/pricing')]
    const copy = { heading: 'Wrong number', text: 'Nobody here.', links }
    const html = renderToStaticMarkup(createElement(NotFound, { copy, words }))
    expect(html).toContain('Wrong number')
    expect(html).toContain('Nobody here.')
    expect(labels(html).toSorted()).toEqual(['Start again', 'What it costs'])
  })

  it('has words and links of its own where nobody wrote any', () => {
    const html = renderToStaticMarkup(createElement(NotFound, { copy: null, words }))
    expect(html).toContain('<h1')
    expect(labels(html).length).toBeGreaterThan(1)
  })
})
