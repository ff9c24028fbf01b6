import { groqAddress } from '../content-types.ts'

/** GROQ pieces that several queries share. */

/** Whether the page of a document opens: `sanity/closed-pages.ts` gives the parameter to each query that has it. */
export const OPEN = '!(_id in $closed)'

/** Whether a document has a slug, and its page opens. */
export const OPEN_SLUG = `defined(slug.current) && ${OPEN}`

/** Address of a `link` object or annotation: a document's path now, or the address that an editor wrote. */
const HREF = `"href": select(
  kind == "internal" => ${groqAddress('internal')},
  href
)`

/** `kind` says whether `openLinks` (`sanity/open-links.ts`) checks the address. */
export const LINK = `_key, label, kind, ${HREF}`

export const IMAGE = `
  alt, caption, hotspot, crop, isDarkDrawing,
  "asset": asset->{ _id, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "lqip": metadata.lqip }
`

/** Of the list that a field of `pictureField` is. */
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
