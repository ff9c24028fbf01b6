import { groqAddress } from './content-types.ts'

/** GROQ filter that excludes documents whose page is unreachable. `sanity/lake/closed-pages.ts` sets `$closed`. */
export const OPEN_FILTER = '!(_id in $closed)'

export const OPEN_SLUG_FILTER = `defined(slug.current) && ${OPEN_FILTER}`

/** GROQ for the URL of a `link`: the current path of the referenced document, or the stored URL. */
const HREF = `"href": select(
  kind == "internal" => ${groqAddress('internal')},
  href
)`

/** GROQ projection of a `link`. `removeClosedLinks` in `sanity/lake/open-links.ts` requires `kind`. */
export const LINK = `_key, label, kind, ${HREF}`

export const IMAGE = `
  alt, caption, hotspot, crop, isDarkDrawing,
  "asset": asset->{ _id, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "lqip": metadata.lqip }
`

/** GROQ projection of `pictureField`, a list with at most one item. */
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

/** GROQ for `body[]{ ${ARTICLE_BODY} }` that resolves links and image dimensions. */
export const ARTICLE_BODY = `${PORTABLE_TEXT},
  _type == "imageWithAlt" => { ${IMAGE} },
  _type == "callout" => { body[]{ ${PORTABLE_TEXT} } }`
