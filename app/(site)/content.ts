import 'server-only'
import { fetchContent } from '@/sanity/fetch.ts'
import { cityRead } from '@/sanity/queries/city.ts'
import { pageRead } from '@/sanity/queries/page.ts'
import { badgesRead, integrationsRead, menuRead, settingsRead } from '@/sanity/queries/shell.ts'
import { resolveImage, type ImageSource } from '@/sanity/image.ts'
import { drawnShareImage, pageMetadata, type PageSeo, SHARE_IMAGE } from '@/lib/seo/metadata.ts'

/** Shown where an empty dataset has no brand yet. */
const NEUTRAL_BRAND = 'This site'

const HOME = '/'

/** Metadata of an address that has no document. */
export const MISSING_METADATA = { title: 'Page not found', robots: { index: false } }

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

/** Header and footer when there is no content to show. */
export const NO_SHELL: Awaited<ReturnType<typeof getShell>> = {
  brand: NEUTRAL_BRAND,
  settings: null,
  menu: { pages: [], cities: [] },
  badges: [],
  integrations: [],
}

type SeoField = {
  title: string | null
  description: string | null
  noIndex: boolean | null
  image: ImageSource | null
} | null

/**
 * The editor's picture for sharing, by way of the site's own optimiser: the address of a Content Lake may be one that
 * only this machine can reach.
 */
function chosenShareImage(source: ImageSource | null | undefined): PageSeo['image'] {
  const image = resolveImage(source, SHARE_IMAGE.width, SHARE_IMAGE.width / SHARE_IMAGE.height)
  if (!image) return undefined
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
  title: string | null
  description: string | null | undefined
}) {
  const settings = await getSettings({ stega: false })
  const defaults = settings?.defaultSeo
  const picture = document.seo?.image ?? (document.path === HOME ? defaults?.image : null)
  return pageMetadata({
    path: document.path,
    brand: settings?.brand ?? NEUTRAL_BRAND,
    title: document.seo?.title ?? document.title ?? defaults?.title,
    description: document.seo?.description ?? document.description ?? defaults?.description ?? settings?.tagline,
    image: chosenShareImage(picture) ?? {
      src: drawnShareImage(document.path),
      ...SHARE_IMAGE,
      alt: document.title ?? '',
    },
    noIndex: document.seo?.noIndex,
  })
}
