import type { Metadata } from 'next'
import { stegaClean } from 'next-sanity'

/** Pixels of a picture for sharing (Open Graph). */
export const SHARE_IMAGE = { width: 1200, height: 630 }

/** Address of the picture that is drawn for the page with a path; relative to the site. */
export const drawnShareImage = (path: string) => `/opengraph-image${path === '/' ? '' : path}`

/** What a page says about itself, each part falling back to the next best thing. */
export type PageSeo = {
  path: string
  title: string | null | undefined
  description: string | null | undefined
  brand: string
  /** The picture for sharing; its address is absolute or a path of the site. */
  image?: { src: string; width: number; height: number; alt: string } | undefined
  noIndex?: boolean | null | undefined
}

const MAX_DESCRIPTION = 160

function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** Metadata of one page: title, description, canonical address, sharing. */
export function pageMetadata(seo: PageSeo): Metadata {
  const own = stegaClean(seo.title)?.trim()
  const brand = stegaClean(seo.brand)
  const title = own && own !== brand ? (own.includes(brand) ? own : `${own} | ${brand}`) : brand
  const text = stegaClean(seo.description)?.trim()
  const description = text ? shortened(text) : undefined
  const images = seo.image && [
    { url: seo.image.src, width: seo.image.width, height: seo.image.height, alt: seo.image.alt },
  ]
  return {
    title,
    description,
    alternates: { canonical: seo.path },
    robots: seo.noIndex ? { index: false } : undefined,
    openGraph: { title, description, url: seo.path, siteName: brand, type: 'website', images },
    twitter: {
      card: images ? 'summary_large_image' : 'summary',
      title,
      description,
      images: images?.map(({ url }) => url),
    },
  }
}
