import { AddIcon } from '@sanity/icons/Add'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { SearchIcon } from '@sanity/icons/Search'
import type { ConfigContext } from 'sanity'
import type { ListItem, ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { contentType } from '../../sanity/content-types.ts'
import { faqGroups } from '../../sanity/schema/documents/faq-item.ts'
import { draggable, folder } from './items.ts'

type Group = (typeof faqGroups)[number]

/** The questions of one group, dragged into their order; a new question there starts in the group. */
function questionsOf(S: StructureBuilder, context: ConfigContext, { value, title }: Group): ListItem {
  const item = draggable(S, context, {
    type: 'faqItem',
    id: `faq-${value}`,
    title,
    icon: HelpCircleIcon,
    filter: 'group == $group',
    params: { group: value },
    createIntent: false,
    menuItems: [
      S.menuItem()
        .title('New question')
        .icon(AddIcon)
        .intent({ type: 'create', params: [{ type: 'faqItem', template: 'faqItem-in-group' }, { group: value }] })
        .serialize(),
    ],
  })
  return { ...item, child: { ...item.child, initialValueTemplates: [] } as ListItem['child'] }
}

/** Questions by what they are about, and all of them to search in. */
export const faqItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'faq',
    title: contentType('faqItem')?.title ?? 'FAQ',
    icon: HelpCircleIcon,
    items: [
      ...faqGroups.map((group) => questionsOf(S, context, group)),
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
