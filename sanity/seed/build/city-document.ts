import type { City, SeedDocument } from '../types.ts'
import { darkDrawing } from './image.ts'
import { keyed } from './keyed.ts'
import { references } from './links.ts'
import { orderRank } from './order-rank.ts'
import { seo } from './seo.ts'

/** The document of a city, at its position in the list of cities. */
export function cityDocument(city: City, position: number): SeedDocument {
  const { slug, imageAlt, monthlyMeanF, climateSource, sections, localFacts, faqs, seo: search, ...rest } = city
  return {
    _id: `city-${slug}`,
    _type: 'city',
    ...rest,
    slug: { _type: 'slug', current: slug },
    orderRank: orderRank(position),
    image: darkDrawing(`city-${slug}.png`, imageAlt),
    climate: { monthlyMeanF, source: climateSource },
    sections: keyed(
      sections.map((section) => ({ _type: 'citySection', ...section })),
      'section',
    ),
    localFacts: keyed(
      localFacts.map((fact) => ({ _type: 'localFact', ...fact })),
      'fact',
    ),
    faqs: references(faqs),
    seo: seo(search.title, search.description),
  }
}
