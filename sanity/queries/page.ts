import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { tag } from '../tags.ts'
import { FAQ, IMAGE, LINK, PORTABLE_TEXT, SEO } from './fragments.ts'

export const PAGE_QUERY = defineQuery(`*[_type == "page" && path == $path] | order(_id asc)[0]{
  _id, _type, title, path,
  seo{ ${SEO} },
  blocks[]{
    _key, _type,
    _type == "heroBlock" => { eyebrow, heading, text, actions[]{ ${LINK} }, image{ ${IMAGE} } },
    _type == "conversationBlock" => { heading, text, call{ startedAt, outcome, lines[]{ _key, speaker, text, understood } } },
    _type == "featureGridBlock" => { heading, text, features[]{ _key, title, text, icon } },
    _type == "stepsBlock" => { heading, text, steps[]{ _key, title, text } },
    _type == "richTextBlock" => { heading, body[]{ ${PORTABLE_TEXT} } },
    _type == "faqBlock" => { heading, faqs[]->{ ${FAQ} } },
    _type == "cityGridBlock" => { heading, text },
    _type == "ctaBlock" => { heading, text, actions[]{ ${LINK} } },
    _type == "contactFormBlock" => { heading, text },
    _type == "mediaTextBlock" => { heading, body[]{ ${PORTABLE_TEXT} }, image{ ${IMAGE} }, imageSide }
  }
}`)

const shape = z.looseObject({ _id: z.string(), _type: z.literal('page') }).nullable()

/** The page document at a path, or null. */
export const pageRead = (path: string) =>
  ({
    query: PAGE_QUERY,
    params: { path },
    tags: [tag.page(path), tag.faqs, tag.links],
    shape,
  }) satisfies Read<string>
