import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import NextLink from 'next/link'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import type { ViewedList } from '@/lib/dashboard/model/saved-view.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { viewList, type ViewList, type ViewRecord } from '@/lib/dashboard/views/input.ts'
import { buildViewHref, openedView, toViewQuery } from '@/lib/dashboard/views/list-query.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuEntries, MenuNote } from '../../ui/dropdown-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { itemClass } from '../../ui/popup.ts'
import { useSample } from '../../ui/sample.ts'
import { useAddressState } from '../use-address-state.ts'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

/* The form loads on the first use, to keep the lists small. */

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

function useChangeView(reader: Reader) {
  return useOptimisticMutation({
    send: ({ id, version, query }: Pick<ViewRecord, 'id' | 'version' | 'query'>) =>
      sendChange<object>(`views/${id}`, 'PATCH', { version, query }),
    changes: [
      buildCachedChange(
        buildQueryKey('views', reader),
        (list: ViewList, { id, query }: Pick<ViewRecord, 'id' | 'query'>) => ({
          ...list,
          views: list.views.map((view) => (view.id === id ? { ...view, query } : view)),
        }),
      ),
    ],
    failureTitle: 'Couldn’t update the view',
  })
}

function useDeleteView(reader: Reader) {
  return useOptimisticMutation({
    send: ({ id }: ViewRecord) => sendChange<object>(`views/${id}`, 'DELETE'),
    changes: [
      buildCachedChange(buildQueryKey('views', reader), (list: ViewList, { id }: ViewRecord) => ({
        ...list,
        views: list.views.filter((view) => view.id !== id),
      })),
    ],
    failureTitle: 'Couldn’t delete the view',
    buildToast: ({ name }) => ({ title: `“${name}” deleted`, tone: 'accent' as const }),
  })
}

type LinksProps = { label: string; views: ViewRecord[]; current: ViewRecord | undefined; today: string }

function ViewLinks({ label, views, current, today }: LinksProps) {
  if (views.length === 0) return null
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-3 py-1.5 text-muted-foreground">{label}</BaseMenu.GroupLabel>
      {views.map((view) => (
        <BaseMenu.LinkItem
          key={view.id}
          render={<NextLink href={buildViewHref(view, today)} prefetch={false} />}
          closeOnClick
          className={itemClass}
          label={view.name}
          aria-current={view.id === current?.id ? 'true' : undefined}
        >
          <span className="min-w-0 flex-1 wrap-break-word">{view.name}</span>
          {view.id === current?.id && <Icon name="check" size={16} />}
        </BaseMenu.LinkItem>
      ))}
    </BaseMenu.Group>
  )
}

type Current = { view: ViewRecord | undefined; isChanged: boolean }

/** Finds the opened view, or another view with exactly the current filters. */
function findCurrent(views: ViewRecord[], openedId: string | undefined, query: string): Current {
  const hasFilters = (view: ViewRecord) => toViewQuery(view.list, new URLSearchParams(view.query)) === query
  const opened = views.find(({ id }) => id === openedId)
  if (opened) return { view: opened, isChanged: !hasFilters(opened) }
  return { view: query === '' ? undefined : views.find(hasFilters), isChanged: false }
}

function LoadedMenu({ list, reader, data }: { list: ViewedList; reader: Reader; data: ViewList }) {
  const { today, canManage } = data
  const views = data.views.filter((view) => view.list === list)
  const [{ saved }, setOpened] = useAddressState(openedView)
  const query = toViewQuery(list, new URLSearchParams(useSearchParams()), today)
  const { view: current, isChanged } = findCurrent(views, saved, query)
  const canChange = current !== undefined && (canManage || current.createdById === reader.userId)
  const [edited, setEdited] = useState<ViewRecord | 'new'>()
  const [isFormOpen, setIsFormOpen] = useState(false)
  const { ask, dialog } = useConfirmDialog()
  const changeView = useChangeView(reader)
  const deleteView = useDeleteView(reader)
  const openForm = (view: ViewRecord | 'new') => {
    setEdited(view)
    setIsFormOpen(true)
  }
  const confirmDelete = async (view: ViewRecord) => {
    const isConfirmed = await ask({
      title: `Delete the view “${view.name}”?`,
      description: view.isShared ? 'It disappears for everyone in your company.' : 'Only you can see it.',
      isDestructive: true,
      confirm: 'Delete view',
      cancel: 'Cancel',
    })
    if (!isConfirmed) return
    setOpened({ saved: undefined }, { history: 'replace' })
    deleteView.mutate(view)
  }
  const state = current ? `${current.name}${isChanged ? ', changed' : ''}` : 'none selected'
  const trigger = (
    <Button variant="quiet" aria-label={`Views: ${state}`} className="max-w-full">
      <Icon name="layers" size={16} className="text-muted-foreground" />
      <span className="max-w-40 truncate">{current?.name ?? 'Views'}</span>
      {isChanged && <span className="font-normal text-muted-foreground">Changed</span>}
      <Icon name="down" size={14} />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger}>
        {views.length === 0 && <MenuNote>Save filters that you use often as a view.</MenuNote>}
        <ViewLinks
          label="Your views"
          views={views.filter(({ isShared }) => !isShared)}
          current={current}
          today={today}
        />
        <ViewLinks
          label="Shared views"
          views={views.filter(({ isShared }) => isShared)}
          current={current}
          today={today}
        />
        <MenuEntries
          entries={[
            'separator',
            ...(current && canChange && isChanged
              ? [
                  {
                    label: `Update “${current.name}”`,
                    icon: 'check' as const,
                    onSelect: () => changeView.mutate({ id: current.id, version: current.version, query }),
                  },
                ]
              : []),
            { label: 'Save as new view', icon: 'plus', onSelect: () => openForm('new') },
            ...(current && canChange
              ? [
                  { label: 'Rename or share', icon: 'pencil' as const, onSelect: () => openForm(current) },
                  { label: 'Delete view', icon: 'trash' as const, onSelect: () => void confirmDelete(current) },
                ]
              : []),
          ]}
        />
      </Menu>
      {edited && (
        <Suspense>
          <ViewDialog
            key={edited === 'new' ? 'new' : edited.id}
            {...{ list, reader, query }}
            view={edited === 'new' ? undefined : edited}
            isOpen={isFormOpen}
            onOpenChange={setIsFormOpen}
            onCreated={({ id }) => setOpened({ saved: id }, { history: 'replace' })}
          />
        </Suspense>
      )}
      {dialog}
    </>
  )
}

/** Renders the menu of a list's saved views. The sample dashboard has none. */
export function ViewsMenu({ list, reader }: { list: ViewedList; reader: Reader }) {
  const isSample = useSample() !== undefined
  const { data } = useQuery({ ...buildDashboardQuery('views', viewList, reader), enabled: !isSample })
  if (isSample) return null
  // Reserves the space of the button until the views have loaded.
  if (!data) return <span className="block h-11 w-28 lg:pointer-fine:h-9.5" />
  return <LoadedMenu list={list} reader={reader} data={data} />
}
