import { BellIcon } from '@sanity/icons/Bell'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { CheckmarkIcon } from '@sanity/icons/Checkmark'
import type { ComponentType } from 'react'
import type { ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { contentType } from '../../sanity/content-types.ts'
import { apiVersion } from '../../sanity/api-version.ts'
import { folder } from './items.ts'

type State = { id: string; title: string; icon: ComponentType; filter: string }

/** What visitors see, will see and have seen; GROQ of each. */
const STATES: State[] = [
  {
    id: 'announcements-running',
    title: 'Running now',
    icon: BellIcon,
    filter:
      '(!defined(start) || dateTime(start) <= dateTime(now())) && (!defined(end) || dateTime(end) > dateTime(now()))',
  },
  {
    id: 'announcements-planned',
    title: 'Planned',
    icon: CalendarIcon,
    filter: 'dateTime(start) > dateTime(now())',
  },
  { id: 'announcements-over', title: 'Over', icon: CheckmarkIcon, filter: 'dateTime(end) <= dateTime(now())' },
]

/** Announcements by their state, the one that begins last first. */
export const announcementsItem = (S: StructureBuilder): ListItemBuilder =>
  folder(S, {
    id: 'announcements',
    title: contentType('announcement')?.title ?? 'Announcements',
    icon: BellIcon,
    items: STATES.map(({ id, title, icon, filter }) =>
      S.listItem()
        .id(id)
        .title(title)
        .icon(icon)
        .child(
          S.documentTypeList('announcement')
            .id(id)
            .title(title)
            .apiVersion(apiVersion)
            .filter(`_type == "announcement" && ${filter}`)
            .defaultOrdering([{ field: 'start', direction: 'desc' }])
            .initialValueTemplates([S.initialValueTemplateItem('announcement')]),
        ),
    ),
  })
