import { IMAGE, PORTABLE_TEXT } from './fragments.ts'

/** Members of an `articleBody`, selected as `body[]{ ${articleBody} }`: links resolved, pictures with their measures. */
export const articleBody = `${PORTABLE_TEXT},
  _type == "imageWithAlt" => { ${IMAGE} },
  _type == "callout" => { body[]{ ${PORTABLE_TEXT} } }`
