/*
 * What a page says of itself in search results and where it is shared. Without imports, so that the Studio shows editors
 * what the site will say, made by the same functions.
 */

/** Pixels of a picture for sharing (Open Graph). */
export const SHARE_IMAGE = { width: 1200, height: 630 }

/** Address of the picture that is drawn for the page with a path; relative to the site. */
export const drawnShareImage = (path: string) => `/opengraph-image${path === '/' ? '' : path}`

/** The name of the site where an empty dataset has no brand yet. */
export const NEUTRAL_BRAND = 'This site'

const MAX_DESCRIPTION = 160

type Text = string | null | undefined
type Texts = { title: Text; description: Text }

/** Characters of a title that search engines show. */
export const MAX_TITLE = 60

/** The title of a page with the brand after it, unless that is in it or would make it longer than is shown. */
export function titleWithBrand(title: Text, brand: string): string {
  const own = title?.trim()
  if (!own || own === brand) return brand
  const branded = `${own} | ${brand}`
  return own.includes(brand) || branded.length > MAX_TITLE ? own : branded
}

/** A description as long as search engines show it, cut at a word; undefined without words. */
export function shortDescription(description: Text): string | undefined {
  const text = description?.trim()
  if (!text) return undefined
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** First text of a page made of blocks. */
function leadText(blocks: readonly object[] | null | undefined): Text {
  const texts = (blocks ?? []).map((block) => ('text' in block ? block.text : undefined))
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}

type Described = { [Field in 'headline' | 'title' | 'name' | 'summary' | 'excerpt' | 'intro']?: Text } & {
  blocks?: readonly object[] | null
}

/** What a document of any type says itself, for when its fields for search engines are empty. */
export const ownTexts = ({ headline, title, name, summary, excerpt, intro, blocks }: Described): Texts => ({
  title: headline ?? title ?? name,
  description: summary ?? excerpt ?? intro ?? leadText(blocks),
})

/** The introduction of a list, which is called `name` until somebody writes one. */
export const introTexts = (intro: { heading?: Text; text?: Text } | null | undefined, name: string): Texts => ({
  title: intro?.heading ?? name,
  description: intro?.text,
})

/** Title and description of a page: from its fields for search engines, then its own, then the site's. */
export const pageTexts = (
  seo: Partial<Texts> | null | undefined,
  own: Partial<Texts>,
  site: { defaultSeo?: Partial<Texts> | null; tagline?: Text } | null | undefined,
): Texts => ({
  title: seo?.title ?? own.title ?? site?.defaultSeo?.title,
  description: seo?.description ?? own.description ?? site?.defaultSeo?.description ?? site?.tagline,
})
