import 'server-only'
import { type ArticleSeo, buildPageMetadata, type PageSeo } from '@/lib/site/seo/metadata.ts'
import {
  buildShareImagePath,
  getIntroTexts,
  FALLBACK_BRAND,
  getDocumentTexts,
  resolvePageTexts,
  SHARE_IMAGE_SIZE,
} from '@/lib/site/seo/page-texts.ts'
import { isSvg, resolveImage, type ImageSource } from '@/sanity/image.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { Read } from '@/sanity/queries/read.ts'
import { getSettings } from './site-data.ts'

const HOME = '/'

export const MISSING_METADATA = { title: 'Page not found', robots: { index: false } }

type SeoField = {
  title: string | null | undefined
  description: string | null
  noIndex: boolean | null
  image: ImageSource | null
} | null

/**
 * Returns the share image that the editor chose. The URL points to the site's image optimizer, because the Content Lake
 * may not be public. Returns undefined for an SVG, which social networks reject.
 */
function pickShareImage(source: ImageSource | null | undefined): PageSeo['image'] {
  const image = resolveImage(source, SHARE_IMAGE_SIZE.width, SHARE_IMAGE_SIZE.width / SHARE_IMAGE_SIZE.height)
  if (!image || isSvg(source)) return undefined
  const query = new URLSearchParams({ url: image.src, w: String(SHARE_IMAGE_SIZE.width), q: '75' })
  return { src: `/_next/image?${query}`, width: image.width, height: image.height, alt: source?.alt ?? '' }
}

/**
 * Builds metadata from the SEO fields, the document and the site defaults, in this order. A page without a share image
 * gets a generated one.
 */
export async function buildDocumentMetadata(document: {
  path: string
  seo: SeoField
  title: string | null | undefined
  description: string | null | undefined
  /** Path of the generated share image. All pages of a list use the image of the first page. */
  shareImagePath?: string
  article?: ArticleSeo | undefined
}) {
  const settings = await getSettings({ stega: false })
  const shareImage = document.seo?.image ?? (document.path === HOME ? settings?.defaultSeo?.image : null)
  return buildPageMetadata({
    path: document.path,
    brand: settings?.brand ?? FALLBACK_BRAND,
    ...resolvePageTexts(document.seo, document, settings),
    image: pickShareImage(shareImage) ?? {
      src: buildShareImagePath(document.shareImagePath ?? document.path),
      ...SHARE_IMAGE_SIZE,
      alt: document.title ?? '',
    },
    noIndex: document.seo?.noIndex,
    article: document.article,
  })
}

type Intro = NonNullable<Parameters<typeof getIntroTexts>[0]> & { seo: SeoField }

export const buildIntroMetadata = (path: string, intro: Intro | null | undefined, name: string) =>
  buildDocumentMetadata({ path, seo: intro?.seo ?? null, ...getIntroTexts(intro, name) })

type Entry = Parameters<typeof getDocumentTexts>[0] & { seo: SeoField }

export async function buildEntryMetadata<Found extends Entry>(
  path: string,
  read: Read<Found | null>,
  toArticle?: (document: Found) => ArticleSeo,
) {
  const document = await fetchContent(read, { stega: false })
  if (!document) return undefined
  return buildDocumentMetadata({
    path,
    seo: document.seo,
    ...getDocumentTexts(document),
    article: toArticle?.(document),
  })
}
