import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import { groqList, pathTypes } from '../content-types.ts'
import type { Read } from '../fetch.ts'
import { BLOCKS } from '../schema/blocks/index.ts'
import { articleBody } from './article.ts'
import { SEO } from './fragments.ts'
import type { PAGE_QUERY_RESULT } from '../types.ts'

export const PAGE_QUERY = defineQuery(`*[_type in ${groqList(pathTypes)} && path == $path] | order(_id asc)[0]{
  _id, _type, title, path,
  seo{ ${SEO} },
  _type == "legalPage" => { _updatedAt, effectiveDate, underReview, body[]{ ${articleBody} } },
  _type == "page" => { blocks[]{
    _key, _type,
    ${BLOCKS}
  } }
}`)

const shape = z.looseObject({ _id: z.string(), _type: z.enum(pathTypes) }).nullable()

/** The page or legal page at a path, or null. */
export const pageRead = (path: string): Read<PAGE_QUERY_RESULT> => ({
  query: PAGE_QUERY,
  params: { path },
  shape,
})
