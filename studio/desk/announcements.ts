import { BellIcon } from '@sanity/icons/Bell'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { CheckmarkIcon } from '@sanity/icons/Checkmark'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { contentType } from '../../sanity/content-types.ts'
import { apiVersion } from '../../sanity/api-version.ts'
import { item } from './items.ts'

type AnnouncementState = { id: string; title: string; icon: ComponentType; filter: string }

const ANNOUNCEMENT_STATES: AnnouncementState[] = [
  {
    id: 'announcements-running',
    title: 'Active',
    icon: BellIcon,
    filter:
      '(!defined(start) || dateTime(start) <= dateTime(now())) && (!defined(end) || dateTime(end) > dateTime(now()))',
  },
  {
    id: 'announcements-planned',
    title: 'Scheduled',
    icon: CalendarIcon,
    filter: 'dateTime(start) > dateTime(now())',
  },
  { id: 'announcements-over', title: 'Ended', icon: CheckmarkIcon, filter: 'dateTime(end) <= dateTime(now())' },
]

/** GROQ query for the ids in each state. Drafts replace published versions, as in the lists. */
const IDS_QUERY = `{ ${ANNOUNCEMENT_STATES.map(({ id, filter }) => `"${id}": *[_type == "announcement" && ${filter}]._id`).join(', ')} }`

/** Builds the list of one state. Edit links to `ids` open in this list. */
const buildStateItem = (
  S: StructureBuilder,
  { id, title, icon, filter }: AnnouncementState,
  ids: string[],
): ListItemBuilder =>
  item(
    S,
    { id, title, icon },
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
 * Builds the announcements item. Queries the state of each announcement whenever the list opens, because an edit link
 * contains only an id.
 */
export function buildAnnouncementsItem(S: StructureBuilder, { getClient }: ConfigContext): ListItemBuilder {
  const title = contentType('announcement')?.title ?? 'Announcements'
  const client = getClient({ apiVersion }).withConfig({ perspective: 'drafts' })
  return item(S, { id: 'announcements', title, icon: BellIcon }, async () => {
    const ids = await client.fetch<Record<string, string[]>>(IDS_QUERY, {}, { tag: 'announcements' })
    return S.list()
      .id('announcements')
      .title(title)
      .items(ANNOUNCEMENT_STATES.map((state) => buildStateItem(S, state, ids[state.id] ?? [])))
  })
}
