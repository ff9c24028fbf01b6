import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hashAnnouncement } from '../../../components/site/layout/announcement-bar.tsx'
import { Footer } from '../../../components/site/layout/footer.tsx'
import { Header } from '../../../components/site/layout/header.tsx'
import { NotFound } from '../../../components/site/messages/page-message.tsx'
import { stubSiteEnv } from '../../support/site-env.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { getFitClass } from '../../../components/site/layout/header-width.ts'
import { CityPage } from '../../../components/site/city/city.tsx'
import { PhoneBar } from '../../../components/site/layout/phone-bar.tsx'

vi.mock('server-only', () => ({}))

beforeAll(() => stubSiteEnv())

const uiCopy = resolveCopy(null)

const city = { _id: 'a', name: 'Chicago', state: 'Illinois', slug: 'chicago', summary: null }
const menu = { cities: [city], pages: ['/hvac-ai-sdr'] }
const buildLink = (label: string, href: string) => ({ _key: label, label, kind: 'external' as const, href })

const settings = {
  headerLinks: [buildLink('Features', '/features'), buildLink('Pricing', '/pricing')],
  booking: { label: 'Request a Demo', url: 'https://book.example/' },
  footerColumns: [{ _key: 'p', title: 'Product', links: [buildLink('API', '/api')] }],
  contact: { phone: '+1 (212) 555-0142', email: 'hello@ductwise.example', siteUrl: 'https://ductwise.example' },
  socialLinks: [{ _key: 's', platform: 'linkedin', url: 'https://linkedin.example/' }],
  trust: { title: 'Your data', intro: null, faqs: [{ _id: 'f', question: 'Is it safe?', answer: null }] },
}

const announcement = { _id: 'n', text: 'Heat season', start: null, end: null, link: buildLink('Read on', '/blog') }

const renderHeader = (overrides: Record<string, unknown> = {}) => {
  const props = { brand: 'Ductwise', settings, announcement, labels: uiCopy, menu, ...overrides }
  return renderToStaticMarkup(<Header {...(props as unknown as ComponentProps<typeof Header>)} />)
}

const listLabels = (html: string) =>
  [...html.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].map(([, text = '']) => text.replace(/<[^>]+>/g, ' ').trim())

describe('header', () => {
  it('shows the CMS links, sign-in and booking in the bar and mobile menu', () => {
    const [bar = '', small = ''] = renderHeader().split('<dialog id="site-menu"')
    for (const part of [bar, small]) {
      expect(listLabels(part)).toEqual(
        expect.arrayContaining(['Features', 'Pricing', 'Sign In  Dashboard', 'Request a Demo']),
      )
      expect(part).toContain('href="/sign-in"')
      expect(part).toContain('href="https://book.example/"')
    }
  })

  it('offers only registration on the login page and only sign-in on the registration page', () => {
    const loginHeader = renderHeader({ entry: 'login' })
    const registerHeader = renderHeader({ entry: 'register' })
    for (const html of [loginHeader, registerHeader]) {
      expect(listLabels(html)).toEqual(expect.arrayContaining(['Features', 'Pricing']))
      expect(html).not.toContain('https://book.example/')
    }
    expect(loginHeader).toContain('href="/sign-up"')
    expect(loginHeader).not.toContain('href="/sign-in"')
    expect(registerHeader).toContain('href="/sign-in"')
    expect(registerHeader).not.toContain('href="/sign-up"')
  })

  it('renders if there are no settings', () => {
    expect(renderHeader({ settings: null, menu: { cities: [], pages: [] } })).toContain('Sign In')
  })
})

describe('Solutions menu', () => {
  const listMenuItems = (props: Record<string, unknown>) =>
    listLabels(/<details.*?<\/details>/s.exec(renderHeader(props))?.[0] ?? '')

  it('lists published overviews, each city and a link to all cities', () => {
    expect(listMenuItems({})).toEqual([
      'AI-SDR Overview  Answers your phone',
      'AI-SDR in Chicago  Illinois',
      'See all cities',
    ])
    expect(listMenuItems({ menu: { ...menu, pages: ['/hvac-seo-services', '/hvac-ai-sdr'] } }).slice(0, 2)).toEqual([
      'AI-SDR Overview  Answers your phone',
      'SEO Services Overview  Gets you found online',
    ])
  })
})

describe('announcement', () => {
  it('appears while it is active', () => {
    expect(renderHeader()).toContain('Heat season')
    expect(renderHeader({ announcement: null })).not.toContain('announcement')
  })

  it('gets a new ID if its text or link changes', () => {
    const buildId = (text: string, href: string) => hashAnnouncement({ text, link: buildLink('Go', href) } as never)
    expect(buildId('a', '/b')).toBe(buildId('a', '/b'))
    expect(new Set([buildId('a', '/b'), buildId('a', '/c'), buildId('b', '/b')]).size).toBe(3)
  })
})

describe('footer', () => {
  const asset = { _id: 'image-abc123-312x144-png', width: 312, height: 144, lqip: null }
  const buildBadge = (name: string, state: string | null = 'preparation', reportDate: string | null = null) => {
    return { _id: name, name, description: null, state, reportDate }
  }
  const integrations = [
    { _id: 'i', name: 'QuickBooks Online', url: 'https://quickbooks.example/', logo: { alt: 'QuickBooks', asset } },
    { _id: 'j', name: 'Ünïcødé 🔥 tools', url: 'https://tools.example/', logo: null },
  ]
  const renderFooter = (overrides: Record<string, unknown> = {}) => {
    const props = {
      labels: uiCopy,
      brand: 'Ductwise',
      settings,
      badges: [buildBadge('SOC 2')],
      integrations,
      ...overrides,
    }
    return renderToStaticMarkup(<Footer {...(props as unknown as ComponentProps<typeof Footer>)} />)
  }

  it('shows link columns, contact details, social profiles and the theme switch', () => {
    const html = renderFooter()
    const parts = ['href="/api"', 'tel:+12125550142', 'mailto:hello@ductwise.example', 'LinkedIn', 'value="system"']
    for (const part of parts) expect(html).toContain(part)
  })

  it('has one collapsed trust section with badges, logos and questions', () => {
    const html = renderFooter()
    const positions = ['Why Ductwise is trusted', 'SOC 2', 'quickbooks.example', 'Is it safe?'].map((text) =>
      html.indexOf(text),
    )
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(html).not.toMatch(/<details[^>]*\bopen/)
  })

  it('shows the status of each badge and omits badges without one', () => {
    const badges = [
      buildBadge('ISO', 'report', '2026-03-01'),
      buildBadge('SOC 2'),
      buildBadge('CCPA', 'report'),
      buildBadge('GDPR', null),
    ]
    const html = renderFooter({ badges })
    expect(html).toMatch(/ISO<\/dt><dd[^>]*>Report dated March 1, 2026, on request</)
    expect(html).toMatch(/SOC 2<\/dt><dd[^>]*>In progress</)
    expect(html).not.toMatch(/CCPA|GDPR/)
  })

  it('shows the sample notice once, if set', () => {
    const sampleNotice = 'This is a sample brand.'
    expect(renderFooter({ settings: { ...settings, sampleNotice } }).split(sampleNotice)).toHaveLength(2)
    expect(renderFooter()).not.toContain('sample')
  })

  it('shows logos at 78 x 36, or eight characters of the name', () => {
    const html = renderFooter()
    expect(html).toMatch(/<img[^>]*width="78" height="36"/)
    expect(html).toContain('alt="QuickBooks Online"')
    expect(html).toMatch(/<span [^>]*data-failed=""><span aria-hidden="true"[^>]*>Ünïcødé <\/span>/)
  })

  it('renders if there is no content', () => {
    const html = renderFooter({ settings: null, badges: [], integrations: [] })
    expect(html).toContain('Ductwise')
    expect(html).not.toContain('is trusted')
  })
})

describe('404 page', () => {
  const renderNotFound = (copy: object | null) =>
    renderToStaticMarkup(<NotFound copy={copy as never} labels={uiCopy} />)

  it('shows an empty search, a sample call and a place for suggestions', () => {
    const html = renderNotFound(null)
    expect(html).toContain('action="/search"')
    expect(html).toMatch(/<input type="search"[^>]* value=""/)
    expect(html).toMatch(/<\/h1>.*type="search".*Incoming call.*data-none-near/)
  })

  it('shows CMS text and links, with defaults if absent', () => {
    const links = [buildLink('Start again', '/'), buildLink('What it costs', '/pricing')]
    const html = renderNotFound({ heading: 'Wrong number', text: 'Nobody here.', links })
    expect(html).toContain('Wrong number')
    expect(html).toContain('Nobody here.')
    expect(listLabels(html).toSorted()).toEqual(['Start again', 'What it costs'])
    expect(renderNotFound(null)).toContain('<h1')
    expect(listLabels(renderNotFound(null)).length).toBeGreaterThan(1)
  })
})

describe('header breakpoint', () => {
  const buildHeaderLink = (label: string) => ({ _key: label, label, kind: 'external' as const, href: '/' })
  const getHeaderFit = (labels: string[], overrides: Partial<Parameters<typeof getFitClass>[0]> = {}) =>
    getFitClass({
      brand: 'Ductwise',
      menu: 'Solutions',
      links: labels.map(buildHeaderLink),
      account: [['Sign In', 'Dashboard'], ['Create account']],
      button: 'Request a Demo',
      ...overrides,
    })
  const DEFAULT_LABELS = ['Home', 'Features', 'Pricing', 'About Us', 'Contact']

  it('fits the sample links on a laptop', () => expect(getHeaderFit(DEFAULT_LABELS)).toBe('fits-75'))

  it('grows with the content until no width fits', () => {
    expect(getHeaderFit(['Features', 'Pricing'])).toBe('fits-64')
    expect(getHeaderFit(DEFAULT_LABELS, { button: 'Schedule a Live Demo' })).toBe('fits-80')
    expect(getHeaderFit(DEFAULT_LABELS, { button: 'Kostenlose Vorführung vereinbaren' })).toBeUndefined()
    expect(
      getHeaderFit(['Startseite', 'Leistungsübersicht', 'Preise und Tarife', 'Unternehmensgeschichte']),
    ).toBeUndefined()
  })

  it('uses the wider of alternate labels and supports non-Latin text', () => {
    const getFitWithAccount = (word: string) =>
      getHeaderFit(DEFAULT_LABELS, { account: [[word, 'In'], ['Create account']] })
    expect(getFitWithAccount('Dashboard')).toBe('fits-75')
    expect(getFitWithAccount('Zur Steuerzentrale')).toBe('fits-80')
    expect(getHeaderFit(DEFAULT_LABELS, { brand: '暖房と冷房' })).toBe('fits-80')
  })
})

const toText = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const renderCity = (fields: object, tagline: string | null = null) => {
  const city = { _id: 'a', name: 'Chicago', ...fields }
  const props = { city, cities: [], booking: null, lowest: null, tagline, labels: uiCopy, isPreview: false }
  return renderToStaticMarkup(<CityPage {...(props as unknown as ComponentProps<typeof CityPage>)} />)
}

describe('city section', () => {
  const buildParagraph = (text: string, marks: string[] = []) => ({
    _type: 'block',
    _key: text,
    children: [{ _type: 'span', _key: 's', text, marks }],
  })
  const render = (body: object[]) => toText(renderCity({ sections: [{ _key: 's', heading: 'No heat', body }] }))

  it('labels a bold last paragraph as a question', () => {
    expect(render([buildParagraph('Cold.'), buildParagraph('How cold?', ['strong'])])).toContain(
      'Cold. It asks How cold?',
    )
    expect(render([buildParagraph('Cold.')])).not.toContain('It asks')
  })
})

describe('city hero', () => {
  it('shows breadcrumb, tagline and a button label for the sample call', () => {
    const text = toText(renderCity({}, 'A phone assistant.'))
    expect(text).toContain('All cities / Chicago · A phone assistant.')
    expect(text).toContain('Hear a sample call')
  })

  it('shows four lines of its call, a disclosure and the outcome', () => {
    const lines = Array.from({ length: 7 }, (_, index) => ({ _key: `${index}`, speaker: 'caller', text: `${index}.` }))
    const html = renderCity({ call: { heading: 'Eight below', lines, outcome: 'Tech paged' } })
    const visibleText = toText(html.replace(/<details.*<\/details>/, ''))
    expect(visibleText).toContain('Caller 0. Caller 1. Caller 5. Caller 6. Tech paged')
    expect(toText(html)).toContain('Caller 1. Show full transcript Caller 2.')
  })
})

describe('mobile action bar', () => {
  const booking = { label: 'Request a Demo', url: 'https://cal.example/a' }
  const town = { _key: 't', label: 'Get a town review', href: '/contact' }
  const render = (actions: object[], contact = {}) => {
    const props = { settings: { booking, contact }, labels: uiCopy, actions }
    return toText(renderToStaticMarkup(<PhoneBar {...(props as unknown as ComponentProps<typeof PhoneBar>)} />)).trim()
  }

  it("shows the page's closing action, unless the page also offers the demo", () => {
    expect(render([])).toBe('Request a Demo')
    expect(render([town])).toBe('Get a town review')
    expect(render([town, { _key: 'd', label: 'Demo', href: booking.url }])).toBe('Request a Demo')
  })

  it('shows the sample call next to the demo, and always shows a real phone number', () => {
    expect(render([], { phone: '+1 (212) 555-0142' })).toBe('Hear a call Request a Demo')
    expect(render([town], { phone: '+1 (212) 555-0142' })).toBe('Get a town review')
    expect(render([town], { phone: '+1 (212) 736-5000' })).toBe('Call us Get a town review')
  })
})
