import { HOME_PATH } from '../../../../lib/routes.ts'
import {
  introTexts,
  NEUTRAL_BRAND,
  ownTexts,
  pageTexts,
  shortDescription,
  titleWithBrand,
} from '../../../../lib/seo/page-texts.ts'
import { listEntries, publicPath } from '../../../content-types.ts'

type Texts = Partial<ReturnType<typeof introTexts>>

/** The value of a `seo` field. */
export type Seo = { title?: string; description?: string; image?: { asset?: { _ref: string } }; noIndex?: boolean }

/** What of the site settings a page falls back to. */
export type SiteTexts = { brand?: string; tagline?: string; defaultSeo?: Seo }

/** A document as it is in the form. */
export type Edited = { _type: string } & Record<string, unknown>

/** What search engines and messengers will show of a page. */
export type PagePreview = {
  /** Path of the page; undefined while the document has no address yet. */
  path: string | undefined
  brand: string
  title: string
  description: string | undefined
  /** The editor's picture for sharing; undefined where the site draws one. */
  image: Seo['image']
  isHidden: boolean
}

/** The page that a `seo` field is about: of its document, or of a list that the site settings introduce. */
function pageOf(document: Edited, field: string): { path: string | undefined; own: Texts } {
  const list = listEntries.find(([, { intro }]) => intro === field)?.[1]
  if (list) return { path: list.href, own: introTexts(document[field] ?? {}, list.title) }
  if (field === 'defaultSeo') return { path: HOME_PATH, own: {} }
  return { path: publicPath(document), own: ownTexts(document as Parameters<typeof ownTexts>[0]) }
}

/** Path of the page that a `seo` field is about; undefined while its document has no address. */
export const pagePath = (document: Edited, field: string): string | undefined => pageOf(document, field).path

/**
 * What the site will say of a page, made by the functions that the site itself uses.
 * @param seo value of the field, undefined while it is empty
 * @param field name of the field of the document that holds it
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
