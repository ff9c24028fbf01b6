import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { SearchIcon } from '@sanity/icons/Search'
import type { ConfigContext } from 'sanity'
import type { ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { contentType } from '../../sanity/content-types.ts'
import { faqGroups } from '../../sanity/schema/documents/faq-item.ts'
import { buildFilteredDraggableList, folder } from './items.ts'

export const buildFaqItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'faq',
    title: contentType('faqItem')?.title ?? 'FAQ',
    icon: HelpCircleIcon,
    items: [
      ...Object.entries(faqGroups).map(([group, title]) =>
        buildFilteredDraggableList(S, context, {
          type: 'faqItem',
          id: `faq-${group}`,
          title,
          icon: HelpCircleIcon,
          filter: 'group == $group',
          params: { group },
          create: { title: 'New question', template: 'faqItem-in-group', params: { group } },
        }),
      ),
      S.documentTypeListItem('faqItem')
        .id('faq-all')
        .title('All questions')
        .icon(SearchIcon)
        .child(
          S.documentTypeList('faqItem')
            .id('faq-all')
            .title('All questions')
            .defaultOrdering([{ field: 'question', direction: 'asc' }]),
        ),
    ],
  })
