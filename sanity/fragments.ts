import { groqAddress } from './content-types.ts'

/** Excludes documents whose pages do not open; `sanity/lake/closed-pages.ts` sets the parameter. */
export const OPEN = '!(_id in $closed)'

export const OPEN_SLUG = `defined(slug.current) && ${OPEN}`

/** Address of a `link`: the referenced document's current path, or the given URL. */
const HREF = `"href": select(
  kind == "internal" => ${groqAddress('internal')},
  href
)`

/** `openLinks` (`sanity/lake/open-links.ts`) reads `kind`. */
export const LINK = `_key, label, kind, ${HREF}`

export const IMAGE = `
  alt, caption, hotspot, crop, isDarkDrawing,
  "asset": asset->{ _id, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "lqip": metadata.lqip }
`

/** First item of a `pictureField` list. */
export const PICTURE = '"picture": picture[0]'

export const SEO = `title, description, noIndex, image{ ${IMAGE} }`

export const PORTABLE_TEXT = `..., markDefs[]{ ..., _type == "link" => { ${HREF} } }`

export const FAQ = `_id, question, answer[]{ ${PORTABLE_TEXT} }`

export const INTEGRATION = `_id, name, "slug": slug.current, url, inTextColor, logo{ ${IMAGE} }`

export const POST_CARD = `
  _id, title, "slug": slug.current, excerpt, publishedAt,
  cover{ ${IMAGE} },
  category->{ title, "slug": slug.current },
  author->{ name, "slug": slug.current }
`

/** For `body[]{ ${articleBody} }`: resolved links and image dimensions. */
export const articleBody = `${PORTABLE_TEXT},
  _type == "imageWithAlt" => { ${IMAGE} },
  _type == "callout" => { body[]{ ${PORTABLE_TEXT} } }`
