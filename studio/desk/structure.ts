import { BillIcon } from '@sanity/icons/Bill'
import { CogIcon } from '@sanity/icons/Cog'
import { CommentIcon } from '@sanity/icons/Comment'
import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { PlugIcon } from '@sanity/icons/Plug'
import { SearchIcon } from '@sanity/icons/Search'
import { StarIcon } from '@sanity/icons/Star'
import { TextIcon } from '@sanity/icons/Text'
import { TransferIcon } from '@sanity/icons/Transfer'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'

import { announcementsItem } from './announcements.ts'
import { blogItem, documentationItem, pressItem } from './articles.ts'
import { faqItem } from './faq.ts'
import { documents, folder } from './items.ts'

const findCity = (S: StructureBuilder) =>
  S.listItem()
    .id('cities-by-name')
    .title('Find a city')
    .icon(SearchIcon)
    .child(
      S.documentTypeList('city')
        .id('cities-by-name')
        .title('Cities by name')
        .defaultOrdering([{ field: 'name', direction: 'asc' }]),
    )

/** The desk, in the order editors think: the site as a whole, its pages, what is written, then what pages embed. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .id('content')
    .title('Content')
    .items([
      documents(S, context, { type: 'siteSettings', icon: CogIcon }),
      documents(S, context, { type: 'siteWords', icon: TextIcon }),
      announcementsItem(S),
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
      documents(S, context, { type: 'pricingPlan', id: 'plans', icon: CreditCardIcon }),
      documents(S, context, { type: 'testimonial', icon: CommentIcon }),
      faqItem(S, context),
      folder(S, {
        id: 'trust',
        title: 'Trust',
        icon: CheckmarkCircleIcon,
        items: [
          documents(S, context, { type: 'trustBadge', id: 'badges', icon: StarIcon }),
          documents(S, context, { type: 'integration', id: 'integrations', icon: PlugIcon }),
        ],
      }),
      S.divider(),
      documents(S, context, { type: 'legalPage', icon: BillIcon }),
      documents(S, context, { type: 'redirect', icon: TransferIcon }),
    ])
