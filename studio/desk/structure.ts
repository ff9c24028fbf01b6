import { DocumentsIcon } from '@sanity/icons/Documents'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { SearchIcon } from '@sanity/icons/Search'
import { StarIcon } from '@sanity/icons/Star'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'

import { type RoutedType, routedTypes } from '../../sanity/content-types.ts'
import { announcementsItem } from './announcements.ts'
import { blogItem, documentationItem, pressItem } from './articles.ts'
import { faqItem } from './faq.ts'
import { documents, folder, item } from './items.ts'

const findCity = (S: StructureBuilder) =>
  item(
    S,
    { id: 'cities-by-name', title: 'Find a city', icon: SearchIcon },
    S.documentTypeList('city')
      .id('cities-by-name')
      .title('Cities by name')
      .defaultOrdering([{ field: 'name', direction: 'asc' }]),
  )

/** Page types with an explicit position. All other page types follow at the end. */
const PLACED = new Set<RoutedType>([
  'page',
  'city',
  'post',
  'author',
  'category',
  'pressItem',
  'docPage',
  'legalPage',
  'integration',
])

export const structure: StructureResolver = (S, context) =>
  S.list()
    .id('content')
    .title('Content')
    .items([
      documents(S, context, { type: 'siteSettings' }),
      documents(S, context, { type: 'siteWords' }),
      announcementsItem(S, context),
      S.divider(),
      documents(S, context, { type: 'page', icon: DocumentsIcon }),
      folder(S, {
        id: 'solutions',
        title: 'Solutions',
        icon: EarthGlobeIcon,
        items: [documents(S, context, { type: 'city', id: 'cities', icon: EarthGlobeIcon }), findCity(S)],
      }),
      S.divider(),
      blogItem(S, context),
      pressItem(S, context),
      documentationItem(S, context),
      S.divider(),
      documents(S, context, { type: 'pricingPlan', id: 'plans' }),
      documents(S, context, { type: 'testimonial' }),
      faqItem(S, context),
      folder(S, {
        id: 'trust',
        title: 'Trust',
        icon: CheckmarkCircleIcon,
        items: [
          documents(S, context, { type: 'trustBadge', id: 'badges', icon: StarIcon }),
          documents(S, context, { type: 'integration', id: 'integrations' }),
        ],
      }),
      S.divider(),
      documents(S, context, { type: 'legalPage' }),
      documents(S, context, { type: 'redirect' }),
      ...routedTypes.filter((type) => !PLACED.has(type)).map((type) => documents(S, context, { type })),
    ])
