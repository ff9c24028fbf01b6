import { HOME_PATH } from '../../../../lib/routes.ts'
import {
  getIntroTexts,
  FALLBACK_BRAND,
  getDocumentTexts,
  resolvePageTexts,
  shortenDescription,
  addBrand,
} from '../../../../lib/site/seo/page-texts.ts'
import { listEntries, publicPath } from '../../../content-types.ts'

type Texts = Partial<ReturnType<typeof getIntroTexts>>

export type Seo = { title?: string; description?: string; image?: { asset?: { _ref: string } }; noIndex?: boolean }

export type SiteTexts = { brand?: string; tagline?: string; defaultSeo?: Seo }

export type EditedDocument = { _type: string } & Record<string, unknown>

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
function findPage(document: EditedDocument, field: string): { path: string | undefined; documentTexts: Texts } {
  const list = listEntries.find(([, { intro }]) => intro === field)?.[1]
  if (list) return { path: list.href, documentTexts: getIntroTexts(document[field] ?? {}, list.title) }
  if (field === 'defaultSeo') return { path: HOME_PATH, documentTexts: {} }
  return {
    path: publicPath(document),
    documentTexts: getDocumentTexts(document as Parameters<typeof getDocumentTexts>[0]),
  }
}

export const findPagePath = (document: EditedDocument, field: string): string | undefined =>
  findPage(document, field).path

/**
 * Computes the search and share preview with the site's own functions.
 * @param seo SEO object, or undefined if empty
 * @param field name of the document field that contains `seo`
 */
export function buildPagePreview(
  seo: Seo | undefined,
  document: EditedDocument,
  { field, site }: { field: string; site: SiteTexts | null },
): PagePreview {
  const { path, documentTexts } = findPage(document, field)
  const { title, description } = resolvePageTexts(seo, documentTexts, site)
  const brand = site?.brand ?? FALLBACK_BRAND
  return {
    path,
    brand,
    title: addBrand(title, brand),
    description: shortenDescription(description),
    image: seo?.image?.asset ? seo.image : path === HOME_PATH ? site?.defaultSeo?.image : undefined,
    isHidden: seo?.noIndex === true,
  }
}
