import 'server-only'
import { fetchContent } from '@/sanity/fetch.ts'
import { cityRead } from '@/sanity/queries/city.ts'
import { pageRead } from '@/sanity/queries/page.ts'
import { badgesRead, integrationsRead, menuRead, settingsRead } from '@/sanity/queries/shell.ts'
import { resolveImage, type ImageSource } from '@/sanity/image.ts'
import { pageMetadata, type PageSeo } from '@/lib/seo.ts'

/** Shown where an empty dataset has no brand yet. */
const NEUTRAL_BRAND = 'This site'

/** Metadata of an address that has no document. */
export const MISSING_METADATA = { title: 'Page not found', robots: { index: false } }

/** Pixels of a picture for sharing (Open Graph). */
const SHARE = { width: 1200, ratio: 1200 / 630 }

type Options = { stega?: boolean }

export const getSettings = (options?: Options) => fetchContent(settingsRead, options)
export const getPage = (path: string, options?: Options) => fetchContent(pageRead(path), options)
export const getCity = (slug: string, options?: Options) => fetchContent(cityRead(slug), options)

/** Everything that header and footer show. */
export async function getShell() {
  const [settings, menu, badges, integrations] = await Promise.all([
    getSettings(),
    fetchContent(menuRead),
    fetchContent(badgesRead),
    fetchContent(integrationsRead),
  ])
  return { settings, menu, badges, integrations, brand: settings?.brand ?? NEUTRAL_BRAND }
}

type SeoField = {
  title: string | null
  description: string | null
  noIndex: boolean | null
  image: ImageSource | null
} | null

function shareImage(...sources: (ImageSource | null | undefined)[]): PageSeo['image'] {
  for (const source of sources) {
    const image = resolveImage(source, SHARE.width, SHARE.ratio)
    if (image) return { src: image.src, width: image.width, height: image.height, alt: source?.alt ?? '' }
  }
  return undefined
}

/** Metadata of a document from its SEO fields, then from the document, then from the site's defaults. */
export async function documentMetadata(document: {
  path: string
  seo: SeoField
  title: string | null
  description: string | null | undefined
  image?: ImageSource | null
}) {
  const settings = await getSettings({ stega: false })
  const defaults = settings?.defaultSeo
  return pageMetadata({
    path: document.path,
    brand: settings?.brand ?? NEUTRAL_BRAND,
    title: document.seo?.title ?? document.title ?? defaults?.title,
    description: document.seo?.description ?? document.description ?? defaults?.description ?? settings?.tagline,
    image: shareImage(document.seo?.image, document.image, defaults?.image),
    noIndex: document.seo?.noIndex,
  })
}
