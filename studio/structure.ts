import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { CogIcon } from '@sanity/icons/Cog'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { PlugIcon } from '@sanity/icons/Plug'
import { SearchIcon } from '@sanity/icons/Search'
import { StarIcon } from '@sanity/icons/Star'
import { orderableDocumentListDeskItem } from '@sanity/orderable-document-list'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItem, StructureBuilder, StructureResolver } from 'sanity/structure'

type Ordered = { type: string; id: string; title: string; icon: ComponentType }

/** A list in the order of the site, changed by dragging. Its pane is named like its item, not like the type. */
const draggable = (S: StructureBuilder, context: ConfigContext, ordered: Ordered): ListItem => {
  const item = orderableDocumentListDeskItem({ ...ordered, S, context })
  return { ...item, child: { ...item.child, title: ordered.title } as ListItem['child'] }
}

/** The desk, in the order editors think: the site as a whole, its pages, its cities, then what pages borrow. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .id('content')
    .title('Content')
    .items([
      S.listItem()
        .id('siteSettings')
        .title('Site settings')
        .icon(CogIcon)
        .child(S.document().schemaType('siteSettings').documentId('siteSettings').title('Site settings')),
      S.divider(),
      S.documentTypeListItem('page')
        .title('Pages')
        .icon(DocumentsIcon)
        .child(
          S.documentTypeList('page')
            .title('Pages')
            .defaultOrdering([{ field: 'path', direction: 'asc' }]),
        ),
      draggable(S, context, { type: 'city', id: 'cities', title: 'Cities', icon: EarthGlobeIcon }),
      S.listItem()
        .id('cities-by-name')
        .title('Find a city')
        .icon(SearchIcon)
        .child(
          S.documentTypeList('city')
            .id('cities-by-name')
            .title('Cities by name')
            .defaultOrdering([{ field: 'name', direction: 'asc' }]),
        ),
      S.divider(),
      S.documentTypeListItem('faqItem').title('FAQ').icon(HelpCircleIcon),
      S.listItem()
        .id('trust')
        .title('Trust')
        .icon(CheckmarkCircleIcon)
        .child(
          S.list()
            .id('trust')
            .title('Trust')
            .items([
              draggable(S, context, { type: 'trustBadge', id: 'badges', title: 'Badges', icon: StarIcon }),
              draggable(S, context, { type: 'integration', id: 'integrations', title: 'Integrations', icon: PlugIcon }),
            ]),
        ),
    ])
