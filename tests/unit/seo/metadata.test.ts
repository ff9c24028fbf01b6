import { describe, expect, it } from 'vitest'
import { buildPageMetadata } from '../../../lib/site/seo/metadata.ts'
import { encodeClickToEdit } from '../../support/click-to-edit.ts'

const seo = { path: '/about', title: 'About us', description: 'Who we are.', brand: 'Ductwise' }

describe('buildPageMetadata', () => {
  it('sets the title with the brand, and the canonical URL', () => {
    const metadata = buildPageMetadata(seo)
    expect(metadata.title).toBe('About us | Ductwise')
    expect(metadata.alternates?.canonical).toBe('/about')
    expect(metadata.openGraph).toMatchObject({ title: 'About us | Ductwise', url: '/about', siteName: 'Ductwise' })
    expect(metadata.robots).toBeUndefined()
  })

  const FITTING_TITLE = 'a'.repeat(60 - ' | Ductwise'.length)

  it.each([
    ['contains the brand once', 'Ductwise for Chicago', 'Ductwise for Chicago'],
    ['is only the brand for a blank title', ' ', 'Ductwise'],
    ['is only the brand if there is no title', null, 'Ductwise'],
    ['includes the brand up to 60 characters', FITTING_TITLE, `${FITTING_TITLE} | Ductwise`],
    ['omits the brand above 60 characters', `${FITTING_TITLE}a`, `${FITTING_TITLE}a`],
  ])('returns a title that %s', (_, title, expected) =>
    expect(buildPageMetadata({ ...seo, title }).title).toBe(expected),
  )

  it('shortens a long description at a word boundary', () => {
    const description = String(buildPageMetadata({ ...seo, description: 'word '.repeat(60) }).description)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description).toMatch(/word…$/)
  })

  it('omits a blank description', () => {
    expect(buildPageMetadata({ ...seo, description: '  ' }).description).toBeUndefined()
  })

  it('excludes a page from search if the editor chooses so', () => {
    expect(buildPageMetadata({ ...seo, noIndex: true }).robots).toEqual({ index: false })
  })

  it('sets dates and author for articles only', () => {
    expect(buildPageMetadata(seo).openGraph).toMatchObject({ type: 'website', locale: 'en_US' })
    const article = { publishedAt: '2026-03-02T09:00:00Z', updatedAt: '2026-04-01T09:00:00Z' }
    const authors = 'https://www.example.com/blog/author/jo'
    const { openGraph } = buildPageMetadata({ ...seo, article: { ...article, author: authors } })
    expect(openGraph).toMatchObject({ type: 'article', locale: 'en_US', authors })
    expect(openGraph).toMatchObject({ publishedTime: article.publishedAt, modifiedTime: article.updatedAt })
    const corrected = { ...article, updatedAt: '2026-02-01T09:00:00Z' }
    expect(buildPageMetadata({ ...seo, article: corrected }).openGraph).toMatchObject({
      modifiedTime: article.publishedAt,
    })
  })

  it('removes click-to-edit characters', () => {
    const title = encodeClickToEdit('About us')
    expect(title).not.toBe('About us')
    expect(buildPageMetadata({ ...seo, title }).title).toBe('About us | Ductwise')
  })
})
