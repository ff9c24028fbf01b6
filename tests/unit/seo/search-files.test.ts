import { describe, expect, it } from 'vitest'
import robots from '../../../app/robots.ts'
import { buildLlmsText } from '../../../lib/site/seo/llms.ts'
import { buildSecurityText } from '../../../lib/site/seo/security-text.ts'
import { buildSitemapIndexXml, buildSitemapXml } from '../../../lib/site/seo/sitemap.ts'
import { findFilledLists, findLastChange, getDocumentPath } from '../../../sanity/queries/site-map.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

describe('buildSitemapXml', () => {
  it('lists escaped URLs with their last change', () => {
    const xml = buildSitemapXml([
      { url: 'https://example.com/a?b&c', lastModified: '2026-01-02T03:04:05Z' },
      { url: 'https://example.com/<' },
    ])
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
        '<url><loc>https://example.com/a?b&amp;c</loc><lastmod>2026-01-02T03:04:05Z</lastmod></url>\n' +
        '<url><loc>https://example.com/&lt;</loc></url>\n</urlset>\n',
    )
  })

  it('can be split into several files with an index', () => {
    expect(buildSitemapIndexXml(['https://example.com/sitemap/1.xml'])).toContain(
      '<sitemap><loc>https://example.com/sitemap/1.xml</loc></sitemap>',
    )
  })
})

describe('sitemap URLs', () => {
  it('are the paths of the documents', () => {
    expect(getDocumentPath({ _type: 'legalPage', key: '/terms' })).toBe('/terms')
    expect(getDocumentPath({ _type: 'city', key: 'chicago' })).toBe('/hvac-ai-sdr/chicago')
    expect(getDocumentPath({ _type: 'category', key: 'calls' })).toBe('/blog/category/calls')
  })

  it('include list pages only if they have entries', () => {
    expect(findFilledLists({ blog: 0, press: 0, documentation: 0, api: 0, integrations: 0, testCalls: 0 })).toEqual([])
    const listFlags = findFilledLists({ blog: 1, press: 1, documentation: 1, api: 1, integrations: 1, testCalls: 1 })
    const paths = ['/blog', '/press', '/documentation', '/api', '/integrations', '/test-calls']
    expect(listFlags.map(({ path }) => path)).toEqual(paths)
  })
})

describe('last change of a page', () => {
  const page = { _updatedAt: '2026-01-02T03:04:05Z' }

  it('is the latest date of its document and the referenced content', () => {
    expect(findLastChange(page)).toBe('2026-01-02T03:04:05Z')
    const emptyReferences = { named: ['2025-01-01T00:00:00Z', null], questions: null, city: null }
    expect(findLastChange({ ...page, ...emptyReferences })).toBe(page._updatedAt)
    const [questions, plans, post] = ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z']
    expect(findLastChange({ ...page, named: [null], questions: [questions, null] })).toBe(questions)
    expect(findLastChange({ ...page, plans: [plans], city: questions })).toBe(plans)
    expect(findLastChange({ ...page, post })).toBe(post)
  })
})

describe('robots', () => {
  it('excludes the API, the dashboard and the Studio, and links the sitemap', () => {
    stubSiteEnv({ SITE_URL: 'https://www.example.com' })
    const { rules, sitemap } = robots()
    expect(rules).toMatchObject({ allow: '/', disallow: expect.arrayContaining(['/api/', '/dashboard', '/studio']) })
    expect(sitemap).toBe('https://www.example.com/sitemap.xml')
  })
})

describe('buildSecurityText', () => {
  const now = new Date('2026-03-02T09:00:00Z')
  const siteUrl = 'https://www.example.com'

  it('has all required fields of RFC 9116 and expires within a year', () => {
    const text = buildSecurityText({ siteUrl, email: 'hello@example.com', now })
    expect(text.split('\n')).toEqual([
      'Contact: mailto:hello@example.com',
      'Contact: https://www.example.com/contact',
      'Expires: 2026-08-29T09:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://www.example.com/.well-known/security.txt',
      '',
    ])
  })

  it('falls back to the contact form and rejects line breaks in the email address', () => {
    expect(buildSecurityText({ siteUrl, email: null, now })).toMatch(
      /^Contact: https:\/\/www\.example\.com\/contact\nExpires/,
    )
    const text = buildSecurityText({ siteUrl, email: 'a@example.com\nPolicy: https://elsewhere.example', now })
    expect(text).not.toMatch(/^Policy/m)
  })
})

describe('buildLlmsText', () => {
  it('links to the rest of a long section', () => {
    const links = [{ name: 'Chicago', path: '/hvac-ai-sdr/chicago' }]
    const cities = { title: 'Cities', links, rest: '/hvac-ai-sdr' }
    const renderLlmsText = (section: object) =>
      buildLlmsText('https://www.example.com', {
        name: 'Ductwise',
        summary: null,
        sections: [{ ...cities, ...section }],
      })
    expect(renderLlmsText({ total: 10_000 })).toMatch(
      /\n- \[9999 more\]\(https:\/\/www\.example\.com\/hvac-ai-sdr\)\n$/,
    )
    expect(renderLlmsText({ total: 1 })).not.toContain('more')
    expect(renderLlmsText({})).not.toContain('more')
  })

  it('lists the name, the summary and the links of each nonempty section', () => {
    const text = buildLlmsText('https://www.example.com', {
      name: 'Ductwise',
      summary: 'Answers\nwhen you cannot',
      sections: [
        { title: 'Pages', links: [{ name: 'About [us]', path: '/about', description: 'Who we are.' }] },
        { title: 'Documentation', links: [] },
      ],
    })
    expect(text).toBe(
      '# Ductwise\n\n> Answers when you cannot\n\n## Pages\n\n- [About us](https://www.example.com/about): Who we are.\n',
    )
  })
})
