import { CogIcon } from '@sanity/icons/Cog'
import { CommentIcon } from '@sanity/icons/Comment'
import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { PlugIcon } from '@sanity/icons/Plug'
import { SearchIcon } from '@sanity/icons/Search'
import { StarIcon } from '@sanity/icons/Star'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'

import { blogItem, documentationItem, pressItem } from './desk/articles.ts'
import { draggable, folder, singleton, sorted } from './desk/items.ts'

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

/** The desk, in the order editors think: the site as a whole, its pages, what is written, then what pages borrow. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .id('content')
    .title('Content')
    .items([
      singleton(S, { type: 'siteSettings', title: 'Site settings', icon: CogIcon }),
      S.divider(),
      sorted(S, { type: 'page', title: 'Pages', icon: DocumentsIcon, field: 'path' }),
      folder(S, {
        id: 'solutions',
        title: 'Solutions',
        icon: EarthGlobeIcon,
        items: [
          draggable(S, context, { type: 'city', id: 'cities', title: 'Cities', icon: EarthGlobeIcon }),
          findCity(S),
        ],
      }),
      S.divider(),
      blogItem(S),
      pressItem(S),
      documentationItem(S, context),
      S.divider(),
      draggable(S, context, { type: 'pricingPlan', id: 'plans', title: 'Pricing plans', icon: CreditCardIcon }),
      sorted(S, { type: 'testimonial', title: 'Testimonials', icon: CommentIcon, field: 'company' }),
      S.documentTypeListItem('faqItem').title('FAQ').icon(HelpCircleIcon),
      folder(S, {
        id: 'trust',
        title: 'Trust',
        icon: CheckmarkCircleIcon,
        items: [
          draggable(S, context, { type: 'trustBadge', id: 'badges', title: 'Badges', icon: StarIcon }),
          draggable(S, context, { type: 'integration', id: 'integrations', title: 'Integrations', icon: PlugIcon }),
        ],
      }),
      S.divider(),
      sorted(S, { type: 'legalPage', title: 'Legal', field: 'path' }),
      sorted(S, { type: 'redirect', title: 'Redirects', field: 'source' }),
    ])
