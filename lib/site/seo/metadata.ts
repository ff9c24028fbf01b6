import type { Metadata } from 'next'
import { stegaClean } from 'next-sanity'
import { shortenDescription, addBrand } from './page-texts.ts'

export type PageSeo = {
  path: string
  title: string | null | undefined
  description: string | null | undefined
  brand: string
  /** Share image. Its URL is absolute or a path of the site. */
  image?: { src: string; width: number; height: number; alt: string } | undefined
  noIndex?: boolean | null | undefined
  article?: ArticleSeo | undefined
}

/** Metadata of an article. Times are ISO 8601, and the author's URL is absolute. */
export type ArticleSeo = { publishedAt: string; updatedAt: string; author?: string | undefined }

/** Returns the time of the last change. A change before the publication date does not count as an update. */
export const getModifiedTime = ({ publishedAt, updatedAt }: Pick<ArticleSeo, 'publishedAt' | 'updatedAt'>): string =>
  updatedAt > publishedAt ? updatedAt : publishedAt

const LOCALE = 'en_US'

export function buildPageMetadata(seo: PageSeo): Metadata {
  const brand = stegaClean(seo.brand)
  const title = addBrand(stegaClean(seo.title), brand)
  const description = shortenDescription(stegaClean(seo.description))
  const images = seo.image && [
    { url: seo.image.src, width: seo.image.width, height: seo.image.height, alt: seo.image.alt },
  ]
  const sharedFields = { title, description, url: seo.path, siteName: brand, locale: LOCALE, images }
  return {
    title,
    description,
    alternates: { canonical: seo.path },
    robots: seo.noIndex ? { index: false } : undefined,
    openGraph: seo.article
      ? {
          ...sharedFields,
          type: 'article',
          publishedTime: seo.article.publishedAt,
          modifiedTime: getModifiedTime(seo.article),
          authors: seo.article.author,
        }
      : { ...sharedFields, type: 'website' },
    twitter: {
      card: images ? 'summary_large_image' : 'summary',
      title,
      description,
      images: images?.map(({ url }) => url),
    },
  }
}
