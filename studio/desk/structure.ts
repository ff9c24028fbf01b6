import { DocumentsIcon } from '@sanity/icons/Documents'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { SearchIcon } from '@sanity/icons/Search'
import { StarIcon } from '@sanity/icons/Star'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'

import { type RoutedType, routedTypes } from '../../sanity/content-types.ts'
import { buildAnnouncementsItem } from './announcements.ts'
import { buildBlogItem, buildDocumentationItem, buildPressItem } from './articles.ts'
import { buildFaqItem } from './faq.ts'
import { documents, folder, item } from './items.ts'

const buildFindCityItem = (S: StructureBuilder) =>
  item(
    S,
    { id: 'cities-by-name', title: 'Find a city', icon: SearchIcon },
    S.documentTypeList('city')
      .id('cities-by-name')
      .title('Cities by name')
      .defaultOrdering([{ field: 'name', direction: 'asc' }]),
  )

/** Page types with an explicit position. All other page types follow at the end. */
const PLACED_TYPES = new Set<RoutedType>([
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
      buildAnnouncementsItem(S, context),
      S.divider(),
      documents(S, context, { type: 'page', icon: DocumentsIcon }),
      folder(S, {
        id: 'solutions',
        title: 'Solutions',
        icon: EarthGlobeIcon,
        items: [documents(S, context, { type: 'city', id: 'cities', icon: EarthGlobeIcon }), buildFindCityItem(S)],
      }),
      S.divider(),
      buildBlogItem(S, context),
      buildPressItem(S, context),
      buildDocumentationItem(S, context),
      S.divider(),
      documents(S, context, { type: 'pricingPlan', id: 'plans' }),
      documents(S, context, { type: 'testimonial' }),
      buildFaqItem(S, context),
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
      ...routedTypes.filter((type) => !PLACED_TYPES.has(type)).map((type) => documents(S, context, { type })),
    ])
