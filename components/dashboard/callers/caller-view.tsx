'use client'

import NextLink from 'next/link'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import type { CallerPage, CallerRecord } from '@/lib/callers/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { BackLink } from '../back-link.tsx'
import { QueryResult } from '../loading.tsx'
import { DescriptionList } from '../page.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { CallerRequests } from './caller-requests.tsx'
import { CallerTimeline } from './caller-timeline.tsx'
import { countWords, nameOf } from './caller-words.ts'
import { KnownForm } from './known-form.tsx'
import { callerQuery, useCallerEdit } from './use-callers.ts'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

/** What the person who looks may do. */
type CallerRights = {
  /** Whether this person may write, mark and merge. */
  mayChange: boolean
  /** Whether this person may export and delete. */
  mayManage: boolean
}

type Deleting = Pick<ComponentProps<typeof CallerRequests>, 'onDeleting' | 'onDeleted'>

type LoadedProps = { page: CallerPage; reader: Reader } & CallerRights

function CallerHead({ page, reader, mayChange }: LoadedProps) {
  const [isMerging, setIsMerging] = useState(false)
  const [wasMerging, setWasMerging] = useState(false)
  const { caller, numbers, names, counts } = page
  const title = nameOf({ name: caller.name, phones: numbers.map(({ phone }) => phone) })
  const others = names.filter((name) => name !== caller.name)
  return (
    <header>
      <BackLink area="callers" />
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-heading wrap-anywhere">{title}</h1>
          <p className="mt-1 text-muted-foreground">
            {[others.length > 0 && `Also: ${others.join(', ')}`, countWords(counts)].filter(Boolean).join(' · ')}
          </p>
        </div>
        {mayChange && (
          <Button
            variant="quiet"
            onClick={() => {
              setIsMerging(true)
              setWasMerging(true)
            }}
          >
            <Icon name="people" size={16} />
            Merge
          </Button>
        )}
      </div>
      {wasMerging && (
        <Suspense>
          <MergeDialog isOpen={isMerging} page={page} reader={reader} onClose={() => setIsMerging(false)} />
        </Suspense>
      )}
    </header>
  )
}

function DoNotCall({ caller, reader, mayChange }: { caller: CallerRecord; reader: Reader; mayChange: boolean }) {
  const { mutate } = useCallerEdit(caller, reader)
  return (
    <Switch
      label="Do not call"
      description="They asked not to be called. Call and Text ask you first, wherever their number stands."
      isOn={caller.doNotCall}
      isDisabled={!mayChange}
      onChange={(doNotCall) => mutate({ doNotCall })}
    />
  )
}

function ShownKnown({ caller }: { caller: CallerRecord }) {
  const unknown = <span className="text-muted-foreground">Not known</span>
  const lines = (text: string | null) => (text ? <span className="whitespace-pre-line">{text}</span> : unknown)
  return (
    <DescriptionList
      rows={[
        ['Address', lines(caller.address)],
        ['House', lines(caller.house)],
        ['System', lines(caller.system)],
        ['Notes', lines(caller.notes)],
      ]}
    />
  )
}

function LoadedCaller({ onDeleting, onDeleted, ...props }: LoadedProps & Deleting) {
  const { page, reader, mayChange, mayManage } = props
  const { caller, numbers, timeZone: zone } = page
  return (
    <>
      <CallerHead {...props} />
      <div className="mt-6 grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
        <div className="grid min-w-0 gap-5 xl:order-1">
          <Panel title="Numbers">
            <ul className="grid gap-2">
              {numbers.map(({ phone, latestCall }) => (
                <li key={phone}>
                  <PhoneActions
                    number={phone}
                    {...(latestCall && { subject: { kind: 'call', at: latestCall, zone } })}
                  />
                </li>
              ))}
            </ul>
            <div className="mt-4 border-t border-border pt-4">
              <DoNotCall caller={caller} reader={reader} mayChange={mayChange} />
            </div>
          </Panel>
          {mayManage && <CallerRequests id={caller.id} onDeleting={onDeleting} onDeleted={onDeleted} />}
        </div>
        <div className="grid min-w-0 gap-5">
          <Panel title="What you know" note="For whoever goes there, and whoever answers next.">
            {mayChange ? <KnownForm caller={caller} reader={reader} /> : <ShownKnown caller={caller} />}
          </Panel>
          <Panel title="Calls, leads and visits">
            <CallerTimeline page={page} />
          </Panel>
        </div>
      </div>
    </>
  )
}

type CallerViewProps = { id: string; reader: Reader; hasFailed: boolean } & CallerRights

/** A caller: their numbers, what is known of house and system, and everything that happened with them. */
export function CallerView({ id, reader, hasFailed, ...rights }: CallerViewProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [deleted, setDeleted] = useState<string>()
  if (deleted !== undefined) {
    return (
      <>
        <h1 className="sr-only">{AREAS.callers.label}</h1>
        <output className="block rounded-xl panel">
          <Empty
            icon="check"
            title={deleted}
            action={
              <NextLink href={AREAS.callers.path} prefetch={false} className={buttonClass('quiet')}>
                All callers
              </NextLink>
            }
          >
            Nothing is kept about this caller any more.
          </Empty>
        </output>
      </>
    )
  }
  return (
    // While it is being deleted it is not read again: it may be gone by then.
    <QueryResult what="This caller" query={callerQuery(id, reader)} hasFailed={hasFailed || isDeleting}>
      {(page) => (
        <LoadedCaller page={page} reader={reader} {...rights} onDeleting={setIsDeleting} onDeleted={setDeleted} />
      )}
    </QueryResult>
  )
}
