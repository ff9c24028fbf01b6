/** GROQ pieces that several queries share. */

/** Address of a `link` object or annotation: a document's path now, or the address that an editor wrote. */
const HREF = `"href": select(
  kind == "internal" => select(
    internal->_type == "city" => "/hvac-ai-sdr/" + internal->slug.current,
    internal->_type == "post" => "/blog/" + internal->slug.current,
    internal->_type == "author" => "/blog/author/" + internal->slug.current,
    internal->_type == "category" => "/blog/category/" + internal->slug.current,
    internal->_type == "pressItem" => "/press/" + internal->slug.current,
    internal->_type == "pressKit" => "/press",
    internal->_type == "docPage" => "/documentation/" + internal->slug.current,
    internal->path
  ),
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

export const INTEGRATION = `_id, name, url, logo{ ${IMAGE} }`

export const PLAN = `_id, name, monthly, yearly, summary, features, action{ ${LINK} }, highlighted`

export const TESTIMONIAL = `_id, quote, name, company, role, photo{ ${IMAGE} }`
