import { BellIcon } from '@sanity/icons/Bell'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { CheckmarkIcon } from '@sanity/icons/Checkmark'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { contentType } from '../../sanity/content-types.ts'
import { apiVersion } from '../../sanity/api-version.ts'

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

/** GROQ of the ids in each state; with drafts in place of what is published, as the lists show them. */
const IDS_QUERY = `{ ${STATES.map(({ id, filter }) => `"${id}": *[_type == "announcement" && ${filter}]._id`).join(', ')} }`

/** Announcements of a state. Edit links to `ids` open in it. */
const announcementsIn = (S: StructureBuilder, { id, title, icon, filter }: State, ids: string[]): ListItemBuilder =>
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
        .initialValueTemplates([S.initialValueTemplateItem('announcement')])
        .canHandleIntent((intent, { type, id: document = '' }) =>
          intent === 'edit' ? ids.includes(document) : intent === 'create' && type === 'announcement',
        ),
    )

/**
 * Announcements by their state, the one that begins last first. An edit link names a document without its dates, so which
 * of the lists it opens in is asked each time the lists are made.
 */
export function announcementsItem(S: StructureBuilder, { getClient }: ConfigContext): ListItemBuilder {
  const title = contentType('announcement')?.title ?? 'Announcements'
  const client = getClient({ apiVersion }).withConfig({ perspective: 'drafts' })
  return S.listItem()
    .id('announcements')
    .title(title)
    .icon(BellIcon)
    .child(async () => {
      const ids = await client.fetch<Record<string, string[]>>(IDS_QUERY, {}, { tag: 'announcements' })
      return S.list()
        .id('announcements')
        .title(title)
        .items(STATES.map((state) => announcementsIn(S, state, ids[state.id] ?? [])))
    })
}
