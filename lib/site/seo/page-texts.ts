/*
 * Search and share texts of a page. The file has no imports, so that the Studio's preview can use the same functions.
 */

/** Size of share images (Open Graph) in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 }

export const buildShareImagePath = (path: string) => `/opengraph-image${path === '/' ? '' : path}`

/** Site name if the dataset has no brand. */
export const FALLBACK_BRAND = 'This site'

const MAX_DESCRIPTION_LENGTH = 160

type Text = string | null | undefined
type Texts = { title: Text; description: Text }

/** Number of title characters that search engines show. */
export const MAX_TITLE_LENGTH = 60

/** Appends the brand, unless the title already includes it or would become too long. */
export function addBrand(title: Text, brand: string): string {
  const trimmedTitle = title?.trim()
  if (!trimmedTitle || trimmedTitle === brand) return brand
  const brandedTitle = `${trimmedTitle} | ${brand}`
  return trimmedTitle.includes(brand) || brandedTitle.length > MAX_TITLE_LENGTH ? trimmedTitle : brandedTitle
}

/** Cuts a description between words, at the length that search engines show. Returns undefined if it is empty. */
export function shortenDescription(description: Text): string | undefined {
  const text = description?.trim()
  if (!text) return undefined
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text
  const shortened = text.slice(0, MAX_DESCRIPTION_LENGTH - 1)
  return `${shortened.slice(0, shortened.lastIndexOf(' '))}…`
}

function findLeadText(blocks: readonly object[] | null | undefined): Text {
  const texts = (blocks ?? []).map((block) => ('text' in block ? block.text : undefined))
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}

type DocumentFields = { [Field in 'headline' | 'title' | 'name' | 'summary' | 'excerpt' | 'intro']?: Text } & {
  blocks?: readonly object[] | null
}

export const getDocumentTexts = ({
  headline,
  title,
  name,
  summary,
  excerpt,
  intro,
  blocks,
}: DocumentFields): Texts => ({
  title: headline ?? title ?? name,
  description: summary ?? excerpt ?? intro ?? findLeadText(blocks),
})

export const getIntroTexts = (intro: { heading?: Text; text?: Text } | null | undefined, name: string): Texts => ({
  title: intro?.heading ?? name,
  description: intro?.text,
})

/**
 * Returns the title and description: from the SEO fields, otherwise from the document, otherwise from the site's
 * defaults.
 */
export const resolvePageTexts = (
  seo: Partial<Texts> | null | undefined,
  documentTexts: Partial<Texts>,
  site: { defaultSeo?: Partial<Texts> | null; tagline?: Text } | null | undefined,
): Texts => ({
  title: seo?.title ?? documentTexts.title ?? site?.defaultSeo?.title,
  description: seo?.description ?? documentTexts.description ?? site?.defaultSeo?.description ?? site?.tagline,
})
