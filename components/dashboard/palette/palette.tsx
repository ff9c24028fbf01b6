'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useTheme } from 'next-themes'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import type { RecordKind } from '@/lib/dashboard/search/input.ts'
import { rankMatches, type Searchable, splitMatches } from '@/lib/dashboard/search/match.ts'
import { addRecent } from '@/lib/dashboard/search/recent.ts'
import { buildViewHref } from '@/lib/dashboard/views/list-query.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatCount } from '@/lib/values/format.ts'
import { backdropClass } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { buildRequestedSearchKey, type SearchedList } from '../list/use-list-search.ts'
import { useSignOut } from '../use-sign-out.ts'
import { type Effect, listActions, listScreens } from './commands.ts'
import type { PaletteUser } from './palette-provider.tsx'
import type { RecordItem } from './record-items.ts'
import { useRecentRecords, useRecordSearch, useViews } from './use-palette-data.ts'

type Item = Searchable & {
  id: string
  icon: IconName
  facts?: string[]
  note?: string
  onSelect: () => void
}

type Group = { label: string; items: Item[] }

const MAX_ITEMS_PER_GROUP = 5

const GROUP_LABELS: Record<RecordKind, string> = {
  calls: 'Calls',
  leads: 'Leads',
  callers: 'Callers',
  appointments: 'Visits',
}

const isSearchedList = (kind: RecordKind): kind is SearchedList => kind !== 'appointments'

function Highlighted({ text, search }: { text: string; search: string }) {
  return splitMatches(text, search).map((part, position) =>
    part.isMatch ? (
      <mark
        key={position}
        className="bg-transparent font-semibold text-inherit underline decoration-muted-foreground underline-offset-3"
      >
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}

function Row({ item, search }: { item: Item; search: string }) {
  const { icon, label, facts = [], note } = item
  return (
    <Autocomplete.Item
      value={item}
      onClick={item.onSelect}
      className="grid min-h-11 cursor-pointer scroll-my-1 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-lg px-3 py-1.5 outline-none data-highlighted:bg-muted data-highlighted:inset-ring data-highlighted:inset-ring-input sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Icon name={icon} size={16} className="flex-none text-muted-foreground" />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Highlighted text={label} search={search} />
        </span>
        {facts.length > 0 && (
          <span className="block truncate text-muted-foreground">
            {facts.map((fact, position) => (
              <span key={position}>
                {position > 0 && ' · '}
                <Highlighted text={fact} search={search} />
              </span>
            ))}
          </span>
        )}
      </span>
      {note && <span className="truncate text-muted-foreground max-sm:col-start-2">{note}</span>}
    </Autocomplete.Item>
  )
}

function useRunEffect(): (effect: Effect) => void {
  const { setTheme } = useTheme()
  const signOut = useSignOut()
  return (effect) => (effect === 'sign-out' ? void signOut() : setTheme(effect))
}

function useGroups({ reader, areas, permissions }: PaletteUser, text: string, close: () => void) {
  const router = useRouter()
  const cache = useQueryClient()
  const runEffect = useRunEffect()
  const search = text.trim()
  const records = useRecordSearch(text, reader)
  const recentRecords = useRecentRecords(reader, search === '')
  const views = useViews(reader)

  const open = (href: string) => {
    close()
    router.push(href)
  }
  const toRecordItem = (item: RecordItem): Item => ({
    ...item,
    onSelect: () => {
      addRecent(reader, { kind: item.kind, id: item.recordId })
      open(item.href)
    },
  })
  const showAll = (list: SearchedList): Item => ({
    id: `all-${list}`,
    icon: 'search',
    label: `Show all in ${AREAS[list].label}`,
    onSelect: () => {
      cache.setQueryData(buildRequestedSearchKey(list, reader), search)
      open(AREAS[list].path)
    },
  })
  const viewItems = (views?.views ?? []).map((view) => ({
    id: `view-${view.id}`,
    icon: 'filter' as const,
    label: view.name,
    synonyms: `${AREAS[view.list].label} view`,
    note: AREAS[view.list].label,
    onSelect: () => views && open(buildViewHref(view, views.today)),
  }))
  const screens = listScreens(areas).map((screen) => ({
    ...screen,
    facts: search && screen.summary ? [screen.summary] : [],
    onSelect: () => open(screen.href),
  }))
  const actions = listActions(areas, permissions).map((action) => ({
    ...action,
    onSelect: () => {
      if ('href' in action) return open(action.href)
      close()
      runEffect(action.effect)
    },
  }))
  const rank = (items: Item[]) => rankMatches(items, search).slice(0, MAX_ITEMS_PER_GROUP)
  const groups: Group[] = [
    { label: 'Recent', items: search === '' ? recentRecords.slice(0, MAX_ITEMS_PER_GROUP).map(toRecordItem) : [] },
    { label: 'Actions', items: rank(actions) },
    { label: 'Views', items: rank(viewItems) },
    { label: 'Screens', items: rank(screens) },
    ...records.groups.map(({ kind, items, isMore }) => ({
      label: GROUP_LABELS[kind],
      items: [...items.map(toRecordItem), ...(isMore && isSearchedList(kind) ? [showAll(kind)] : [])],
    })),
  ]
  return { ...records, groups: groups.filter(({ items }) => items.length > 0) }
}

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="data rounded border border-border px-1.5 py-0.5 text-[0.75rem] leading-none">{children}</kbd>
)

function formatStatus(
  count: number,
  search: string,
  { isSearching, hasFailed }: Record<'isSearching' | 'hasFailed', boolean>,
) {
  if (hasFailed) return 'Couldn’t search records. Wait a moment and type again.'
  if (isSearching) return 'Searching…'
  if (search === '') return 'Type a name, phone number, address or job.'
  return count === 0 ? 'No matches. Try part of the number or the start of a name.' : formatCount(count, 'result')
}

function PaletteContent({ close, ...user }: PaletteUser & { close: () => void }) {
  const [text, setText] = useState('')
  const search = text.trim()
  const { groups, isSearching, hasFailed } = useGroups(user, text, close)
  const count = groups.reduce((total, { items }) => total + items.length, 0)
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
      itemToStringValue={({ label }: Item) => label}
    >
      <div className="flex items-center gap-2 border-b border-border pr-2 pl-4">
        <Icon name="search" size={18} className="flex-none text-muted-foreground" />
        <Autocomplete.Input
          aria-label="Search"
          placeholder="Search or jump to…"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          className="min-h-13 min-w-0 flex-1 bg-transparent text-[1rem] outline-none placeholder:text-muted-foreground focus-visible:shadow-none"
        />
        <BaseDialog.Close className="grid min-h-11 cursor-pointer place-items-center rounded-lg px-3 text-muted-foreground hover:text-foreground lg:pointer-fine:min-h-8">
          Close
        </BaseDialog.Close>
      </div>
      <Autocomplete.Status className="border-b border-border px-4 py-2 text-muted-foreground">
        {formatStatus(count, search, { isSearching, hasFailed })}
      </Autocomplete.Status>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none empty:hidden">
        {(group: Group) => (
          <Autocomplete.Group key={group.label} items={group.items} className="not-first:mt-2">
            <Autocomplete.GroupLabel className="px-3 py-1.5 text-[0.8125rem] font-medium text-muted-foreground">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Item) => <Row key={item.id} item={item} search={search} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p
        aria-hidden="true"
        className="flex items-center gap-4 border-t border-border px-4 py-2 text-[0.8125rem] text-muted-foreground max-lg:hidden"
      >
        <span className="flex items-center gap-1.5">
          <Key>↑</Key>
          <Key>↓</Key> Move
        </span>
        <span className="flex items-center gap-1.5">
          <Key>Enter</Key> Open
        </span>
        <span className="flex items-center gap-1.5">
          <Key>Esc</Key> Close
        </span>
      </p>
    </Autocomplete.Root>
  )
}

type PaletteProps = PaletteUser & { session: number; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Command palette: finds records, screens, saved views and actions. */
export function Palette({ session, isOpen, onOpenChange, ...user }: PaletteProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          data-slot="palette"
          aria-label="Search"
          className="dash fixed inset-0 z-51 flex flex-col overflow-hidden bg-card transition-[opacity,translate] duration-120 outline-none focus-visible:shadow-none data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0 sm:inset-x-0 sm:top-[min(12vh,7rem)] sm:bottom-auto sm:mx-auto sm:max-h-[min(38rem,calc(100dvh-9rem))] sm:w-[min(42rem,calc(100vw-3rem))] sm:rounded-2xl sm:border sm:border-border sm:floating"
        >
          {/* Also starts again if the palette is reopened while it still fades out. */}
          <PaletteContent key={session} {...user} close={() => onOpenChange(false)} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
