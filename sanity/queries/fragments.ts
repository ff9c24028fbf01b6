/** GROQ pieces that several queries share. */

/** Address of a `link` object or annotation: a document's path now, or the external address. */
const HREF = `"href": select(
  kind == "internal" && internal->_type == "city" => "/hvac-ai-sdr/" + internal->slug.current,
  kind == "internal" => internal->path,
  href
)`

export const LINK = `_key, label, ${HREF}`

export const IMAGE = `
  alt, caption, hotspot, crop,
  "asset": asset->{ _id, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "lqip": metadata.lqip }
`

export const SEO = `title, description, noIndex, image{ ${IMAGE} }`

export const PORTABLE_TEXT = `..., markDefs[]{ ..., _type == "link" => { ${HREF} } }`

export const FAQ = `_id, question, answer[]{ ${PORTABLE_TEXT} }`

export const CITY_CARD = `_id, name, state, "slug": slug.current, summary`
