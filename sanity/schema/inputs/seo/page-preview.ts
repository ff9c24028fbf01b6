import { HOME_PATH } from '../../../../lib/routes.ts'
import {
  introTexts,
  NEUTRAL_BRAND,
  ownTexts,
  pageTexts,
  shortDescription,
  titleWithBrand,
} from '../../../../lib/site/seo/page-texts.ts'
import { listEntries, publicPath } from '../../../content-types.ts'

type Texts = Partial<ReturnType<typeof introTexts>>

export type Seo = { title?: string; description?: string; image?: { asset?: { _ref: string } }; noIndex?: boolean }

export type SiteTexts = { brand?: string; tagline?: string; defaultSeo?: Seo }

export type Edited = { _type: string } & Record<string, unknown>

export type PagePreview = {
  /** Public path, or undefined if the document has no path or slug yet. */
  path: string | undefined
  brand: string
  title: string
  description: string | undefined
  /** Share image uploaded by the editor. If undefined, the site generates the image. */
  image: Seo['image']
  isHidden: boolean
}

/** Finds the page of a `seo` field: the document's own page, or a list whose introduction is in the site settings. */
function pageOf(document: Edited, field: string): { path: string | undefined; own: Texts } {
  const list = listEntries.find(([, { intro }]) => intro === field)?.[1]
  if (list) return { path: list.href, own: introTexts(document[field] ?? {}, list.title) }
  if (field === 'defaultSeo') return { path: HOME_PATH, own: {} }
  return { path: publicPath(document), own: ownTexts(document as Parameters<typeof ownTexts>[0]) }
}

export const pagePath = (document: Edited, field: string): string | undefined => pageOf(document, field).path

/**
 * Computes the search and share preview with the site's own functions.
 * @param seo SEO object, or undefined if empty
 * @param field name of the document field that contains `seo`
 */
export function pagePreview(
  seo: Seo | undefined,
  document: Edited,
  { field, site }: { field: string; site: SiteTexts | null },
): PagePreview {
  const { path, own } = pageOf(document, field)
  const { title, description } = pageTexts(seo, own, site)
  const brand = site?.brand ?? NEUTRAL_BRAND
  return {
    path,
    brand,
    title: titleWithBrand(title, brand),
    description: shortDescription(description),
    image: seo?.image?.asset ? seo.image : path === HOME_PATH ? site?.defaultSeo?.image : undefined,
    isHidden: seo?.noIndex === true,
  }
}
