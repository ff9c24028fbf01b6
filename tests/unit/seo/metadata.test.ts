import { describe, expect, it } from 'vitest'
import { stegaEncodeSourceMap } from '@sanity/client/stega'
import { pageMetadata } from '../../../lib/seo/metadata.ts'

const seo = { path: '/about', title: 'About us', description: 'Who we are.', brand: 'Ductwise' }

describe('pageMetadata', () => {
  it('names the page, then the brand, and where the page lives', () => {
    const metadata = pageMetadata(seo)
    expect(metadata.title).toBe('About us | Ductwise')
    expect(metadata.alternates?.canonical).toBe('/about')
    expect(metadata.openGraph).toMatchObject({ title: 'About us | Ductwise', url: '/about', siteName: 'Ductwise' })
    expect(metadata.robots).toBeUndefined()
  })

  it('does not say the brand twice, and says it alone when there is no title', () => {
    expect(pageMetadata({ ...seo, title: 'Ductwise for Chicago' }).title).toBe('Ductwise for Chicago')
    expect(pageMetadata({ ...seo, title: ' ' }).title).toBe('Ductwise')
    expect(pageMetadata({ ...seo, title: null }).title).toBe('Ductwise')
  })

  it('leaves the brand off where the title would be longer than 60 characters', () => {
    const fits = 'a'.repeat(60 - ' | Ductwise'.length)
    expect(pageMetadata({ ...seo, title: fits }).title).toBe(`${fits} | Ductwise`)
    expect(pageMetadata({ ...seo, title: `${fits}a` }).title).toBe(`${fits}a`)
  })

  it('cuts a long description at a word', () => {
    const description = String(pageMetadata({ ...seo, description: 'word '.repeat(60) }).description)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description).toMatch(/word…$/)
  })

  it('has no description rather than an empty one', () => {
    expect(pageMetadata({ ...seo, description: '  ' }).description).toBeUndefined()
  })

  it('keeps a page out of search when the editor says so', () => {
    expect(pageMetadata({ ...seo, noIndex: true }).robots).toEqual({ index: false })
  })

  it('says when an article appeared and changed, who wrote it, and that any other page is none', () => {
    expect(pageMetadata(seo).openGraph).toMatchObject({ type: 'website', locale: 'en_US' })
    const article = { publishedAt: '2026-03-02T09:00:00Z', updatedAt: '2026-04-01T09:00:00Z' }
    expect(
      pageMetadata({ ...seo, article: { ...article, author: 'https://www.example.com/blog/author/jo' } }).openGraph,
    ).toMatchObject({
      type: 'article',
      locale: 'en_US',
      publishedTime: article.publishedAt,
      modifiedTime: article.updatedAt,
      authors: 'https://www.example.com/blog/author/jo',
    })
    const corrected = { ...article, updatedAt: '2026-02-01T09:00:00Z' }
    expect(pageMetadata({ ...seo, article: corrected }).openGraph).toMatchObject({ modifiedTime: article.publishedAt })
  })

  it('never carries click-to-edit characters', () => {
    const map = {
      documents: [{ _id: 'a', _type: 'page' }],
      paths: ["$['title']"],
      mappings: {
        "$['title']": { type: 'value' as const, source: { type: 'documentValue' as const, document: 0, path: 0 } },
      },
    }
    const { title } = stegaEncodeSourceMap({ title: 'About us' }, map, { enabled: true, studioUrl: '/studio' })
    expect(title).not.toBe('About us')
    expect(pageMetadata({ ...seo, title }).title).toBe('About us | Ductwise')
  })
})
