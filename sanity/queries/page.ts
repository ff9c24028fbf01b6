import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { articleBody } from './article.ts'
import { FAQ, IMAGE, INTEGRATION, LINK, PLAN, PORTABLE_TEXT, SEO, TESTIMONIAL } from './fragments.ts'

export const PAGE_QUERY = defineQuery(`*[_type in ["page", "legalPage"] && path == $path] | order(_id asc)[0]{
  _id, _type, title, path,
  seo{ ${SEO} },
  _type == "legalPage" => { effectiveDate, underReview, body[]{ ${articleBody} } },
  _type == "page" => { blocks[]{
    _key, _type,
    _type == "heroBlock" => { eyebrow, heading, text, actions[]{ ${LINK} }, image{ ${IMAGE} } },
    _type == "conversationBlock" => { heading, text, call{ startedAt, outcome, lines[]{ _key, speaker, text, understood } } },
    _type == "featureGridBlock" => { heading, text, features[]{ _key, title, text, icon } },
    _type == "stepsBlock" => { heading, text, steps[]{ _key, title, text } },
    _type == "richTextBlock" => { heading, body[]{ ${PORTABLE_TEXT} } },
    _type == "faqBlock" => { heading, faqs[]->{ ${FAQ} } },
    _type == "cityGridBlock" => { heading, text },
    _type == "ctaBlock" => { heading, text, actions[]{ ${LINK} } },
    _type == "mediaTextBlock" => { heading, body[]{ ${PORTABLE_TEXT} }, image{ ${IMAGE} }, imageSide },
    _type == "statsBlock" => { heading, text, stats[]{ _key, value, label, source{ name, url } } },
    _type == "logoCloudBlock" => {
      heading, text,
      "integrations": *[_type == "integration"] | order(orderRank asc)[0...48]{ ${INTEGRATION} }
    },
    _type == "testimonialsBlock" => { heading, testimonials[]->{ ${TESTIMONIAL} } },
    _type == "pricingBlock" => { heading, text, plans[]->{ ${PLAN} }, note },
    _type == "comparisonBlock" => { heading, text, columns, rows[]{ _key, feature, cells } },
    _type == "calculatorBlock" => { heading, text, missedCallsPerWeek, bookedShare, averageTicket },
    _type == "contactFormBlock" => { heading, text }
  } }
}`)

const shape = z.looseObject({ _id: z.string(), _type: z.enum(['page', 'legalPage']) }).nullable()

/** The page or legal page at a path, or null. */
export const pageRead = (path: string) =>
  ({
    query: PAGE_QUERY,
    params: { path },
    shape,
  }) satisfies Read<string>
