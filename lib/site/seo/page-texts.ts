/*
 * Search and share texts of a page. The file has no imports, so that the Studio's preview can use the same functions.
 */

/** Size of share images (Open Graph) in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 }

export const drawnShareImage = (path: string) => `/opengraph-image${path === '/' ? '' : path}`

/** Site name if the dataset has no brand. */
export const NEUTRAL_BRAND = 'This site'

const MAX_DESCRIPTION = 160

type Text = string | null | undefined
type Texts = { title: Text; description: Text }

/** Number of title characters that search engines show. */
export const MAX_TITLE = 60

/** Appends the brand, unless the title already includes it or would become too long. */
export function titleWithBrand(title: Text, brand: string): string {
  const own = title?.trim()
  if (!own || own === brand) return brand
  const branded = `${own} | ${brand}`
  return own.includes(brand) || branded.length > MAX_TITLE ? own : branded
}

/** Cuts a description between words, at the length that search engines show. Returns undefined if it is empty. */
export function shortDescription(description: Text): string | undefined {
  const text = description?.trim()
  if (!text) return undefined
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

function leadText(blocks: readonly object[] | null | undefined): Text {
  const texts = (blocks ?? []).map((block) => ('text' in block ? block.text : undefined))
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}

type Described = { [Field in 'headline' | 'title' | 'name' | 'summary' | 'excerpt' | 'intro']?: Text } & {
  blocks?: readonly object[] | null
}

export const ownTexts = ({ headline, title, name, summary, excerpt, intro, blocks }: Described): Texts => ({
  title: headline ?? title ?? name,
  description: summary ?? excerpt ?? intro ?? leadText(blocks),
})

export const introTexts = (intro: { heading?: Text; text?: Text } | null | undefined, name: string): Texts => ({
  title: intro?.heading ?? name,
  description: intro?.text,
})

/**
 * Returns the title and description: from the SEO fields, otherwise from the document, otherwise from the site's
 * defaults.
 */
export const pageTexts = (
  seo: Partial<Texts> | null | undefined,
  own: Partial<Texts>,
  site: { defaultSeo?: Partial<Texts> | null; tagline?: Text } | null | undefined,
): Texts => ({
  title: seo?.title ?? own.title ?? site?.defaultSeo?.title,
  description: seo?.description ?? own.description ?? site?.defaultSeo?.description ?? site?.tagline,
})
