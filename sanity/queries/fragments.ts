import { AUTHOR_ROOT, BLOG_ROOT, CATEGORY_ROOT, CITY_ROOT, DOCUMENTATION_ROOT, PRESS_ROOT } from '../../lib/routes.ts'

/** GROQ pieces that several queries share. */

/** Address of a `link` object or annotation: a document's path now, or the address that an editor wrote. */
const HREF = `"href": select(
  kind == "internal" => select(
    internal->_type == "city" => "${CITY_ROOT}/" + internal->slug.current,
    internal->_type == "post" => "${BLOG_ROOT}/" + internal->slug.current,
    internal->_type == "author" => "${AUTHOR_ROOT}/" + internal->slug.current,
    internal->_type == "category" => "${CATEGORY_ROOT}/" + internal->slug.current,
    internal->_type == "pressItem" => "${PRESS_ROOT}/" + internal->slug.current,
    internal->_type == "pressKit" => "${PRESS_ROOT}",
    internal->_type == "docPage" => "${DOCUMENTATION_ROOT}/" + internal->slug.current,
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
