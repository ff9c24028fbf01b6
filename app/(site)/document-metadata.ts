import 'server-only'
import { type ArticleSeo, pageMetadata, type PageSeo } from '@/lib/seo/metadata.ts'
import { drawnShareImage, NEUTRAL_BRAND, pageTexts, SHARE_IMAGE } from '@/lib/seo/page-texts.ts'
import { isSvg, resolveImage, type ImageSource } from '@/sanity/image.ts'
import { getSettings } from './site-data.ts'

const HOME = '/'

/** Metadata of an address that has no document. */
export const MISSING_METADATA = { title: 'Page not found', robots: { index: false } }

type SeoField = {
  title: string | null | undefined
  description: string | null
  noIndex: boolean | null
  image: ImageSource | null
} | null

/**
 * The editor's picture for sharing, by way of the site's own optimiser: the address of a Content Lake may be one that
 * only this machine can reach. Networks show no SVG: in its place the drawn picture is used.
 */
function chosenShareImage(source: ImageSource | null | undefined): PageSeo['image'] {
  const image = resolveImage(source, SHARE_IMAGE.width, SHARE_IMAGE.width / SHARE_IMAGE.height)
  if (!image || isSvg(source)) return undefined
  const query = new URLSearchParams({ url: image.src, w: String(SHARE_IMAGE.width), q: '75' })
  return { src: `/_next/image?${query}`, width: image.width, height: image.height, alt: source?.alt ?? '' }
}

/**
 * Metadata of a document from its SEO fields, then from the document, then from the site's defaults. A page without a
 * picture of its own for sharing gets one drawn; the default picture is the home page's.
 */
export async function documentMetadata(document: {
  path: string
  seo: SeoField
  title: string | null | undefined
  description: string | null | undefined
  /** Path of the page whose drawn picture this one has, if not its own: further pages of a list have that of the first. */
  picturePath?: string
  article?: ArticleSeo | undefined
}) {
  const settings = await getSettings({ stega: false })
  const picture = document.seo?.image ?? (document.path === HOME ? settings?.defaultSeo?.image : null)
  return pageMetadata({
    path: document.path,
    brand: settings?.brand ?? NEUTRAL_BRAND,
    ...pageTexts(document.seo, document, settings),
    image: chosenShareImage(picture) ?? {
      src: drawnShareImage(document.picturePath ?? document.path),
      ...SHARE_IMAGE,
      alt: document.title ?? '',
    },
    noIndex: document.seo?.noIndex,
    article: document.article,
  })
}
