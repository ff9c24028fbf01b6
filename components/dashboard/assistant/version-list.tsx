'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INSTRUCTION_FIELDS } from '@/lib/assistant/compare.ts'
import {
  type AssistantPage,
  assistantPage,
  type AssistantRecord,
  type VersionRow,
  versionList,
} from '@/lib/assistant/record.ts'
import { dashboardQuery, endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading, NotLoaded, Outdated } from '../loading.tsx'
import { useMembers } from '../use-members.ts'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { CompareDialog } from './compare-dialog.tsx'

const NAME = 'assistant/versions'

const list = new Intl.ListFormat('en-US')

/** What a version is called; before the first one there is what every company begins with. */
const nameOf = (number: number) => (number === 0 ? 'The beginning' : `Version ${number}`)

function useVersions(reader: Reader, isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: queryKeyOf(NAME, reader),
    queryFn: async ({ pageParam, signal }) => {
      const response = await fetch(endpointOf(NAME, { before: pageParam || undefined }), { signal })
      if (!response.ok) throw new Error(`The versions answered with status ${response.status}`)
      return versionList.parse(await response.json())
    },
    // Zero stands for the latest ones.
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: isEnabled,
  })
}

function useTakeBack(reader: Reader) {
  return useOptimisticMutation<{ number: number; version: number }, { assistant: AssistantRecord }>({
    send: ({ number, version }) => sendChange(`${NAME}/${number}`, 'POST', { version }),
    record: 'assistant',
    changes: [],
    invalidates: [queryKeyOf('assistant', reader), queryKeyOf(NAME, reader)],
    done: ({ number }, { assistant }) => ({
      title: number === 0 ? 'It is as in the beginning' : `It says again what version ${number} said`,
      description: `That is version ${assistant.version} now.`,
      tone: 'accent',
    }),
    describeCurrent: () => 'Nothing was taken back. Compare again with what holds now.',
  })
}

type ActionsProps = { number: number; mayChange: boolean; onCompare: () => void; onTakeBack: () => void }

function Actions({ number, mayChange, onCompare, onTakeBack }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" aria-label={`Compare ${nameOf(number)}`} onClick={onCompare}>
        Compare
      </Button>
      {mayChange && (
        <Button variant="quiet" aria-label={`Take back ${nameOf(number)}`} onClick={onTakeBack}>
          Take back
        </Button>
      )}
    </div>
  )
}

const rowClass =
  'grid grid-cols-1 gap-x-6 gap-y-2 border-t border-border py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center'

type RowProps = Omit<ActionsProps, 'number'> & { row: VersionRow; who: string; at: string; isCurrent: boolean }

function Version({ row, who, at, isCurrent, ...actions }: RowProps) {
  const { number, takenFrom, createdAt, fields } = row
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <strong className="font-semibold">{nameOf(number)}</strong>
          {isCurrent && <Badge tone="accent">Holds now</Badge>}
          <span className="text-muted-foreground">
            by {who}, <time dateTime={createdAt}>{at}</time>
          </span>
        </p>
        <p className="mt-0.5 text-muted-foreground">
          {takenFrom !== null && `${nameOf(takenFrom)} was taken back. `}
          {fields.length > 0 && `Changed: ${list.format(fields.map((field) => INSTRUCTION_FIELDS[field]))}.`}
        </p>
      </div>
      {!isCurrent && <Actions number={number} {...actions} />}
    </li>
  )
}

type VersionsProps = { reader: Reader; mayChange: boolean; rows: VersionRow[]; isWhole: boolean; page: AssistantPage }

function Rows({ reader, mayChange, rows, isWhole, page }: VersionsProps) {
  const { nameOf: nameOfPerson } = useMembers()
  const { mutate: takeBack } = useTakeBack(reader)
  const [compared, setCompared] = useState<number>()
  /** The version that is asked about, and the one that held when somebody was asked. */
  const [question, setQuestion] = useState<{ number: number; version: number }>()
  const actionsOf = (number: number) => ({
    mayChange,
    onCompare: () => setCompared(number),
    onTakeBack: () => setQuestion({ number, version: page.version }),
  })
  const who = (id: string | null) => (id === null ? 'somebody who has left' : (nameOfPerson(id) ?? '…'))
  return (
    <>
      <ul className="-my-3">
        {rows.map((row) => (
          <Version
            key={row.number}
            row={row}
            who={who(row.createdById)}
            at={formatDateTime(row.createdAt, page.timeZone)}
            isCurrent={row.number === page.version}
            {...actionsOf(row.number)}
          />
        ))}
        {isWhole && (
          <li className={rowClass}>
            <p className="min-w-0">
              <strong className="font-semibold">{nameOf(0)}</strong>{' '}
              <span className="text-muted-foreground">What it says for a company that has changed nothing.</span>
            </p>
            <Actions number={0} {...actionsOf(0)} />
          </li>
        )}
      </ul>
      {compared !== undefined && (
        <CompareDialog
          reader={reader}
          number={compared}
          name={nameOf(compared)}
          current={page}
          onClose={() => setCompared(undefined)}
        />
      )}
      <AlertDialog
        isOpen={question !== undefined}
        onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        title={question?.number === 0 ? 'Take back everything?' : `Take back version ${question?.number}?`}
        description={`${nameOf(question?.number ?? 0)} becomes version ${(question?.version ?? 0) + 1}, which holds from then on. No version is lost by it.`}
        confirm="Take it back"
        cancel="Leave it as it is"
        onConfirm={() => question && takeBack(question)}
      />
    </>
  )
}

type VersionListProps = { reader: Reader; mayChange: boolean; hasFailed: boolean }

/** Every version of what the assistant says and asks: who made it and when, compared and taken back. */
export function VersionList({ reader, mayChange, hasFailed }: VersionListProps) {
  const [isAsked, setIsAsked] = useState(false)
  const versions = useVersions(reader, isAsked || !hasFailed)
  // The form above reads it, and says so when it cannot be read.
  const { data: page } = useQuery({ ...dashboardQuery('assistant', assistantPage, reader), enabled: false })
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = versions
  const retry = () => {
    setIsAsked(true)
    void versions.refetch()
  }
  const rows = data?.pages.flatMap((part) => part.rows) ?? []
  return (
    <Panel title="Versions" note="Each time somebody saves, a version is kept.">
      {!data && isFetching && <Loading label="Loading the versions" rows={3} />}
      {!data && !isFetching && <NotLoaded what="The list of versions" retry={retry} />}
      {data && isError && <Outdated what="The list of versions" isTrying={isFetching} retry={retry} />}
      {data && rows.length === 0 && (
        <Empty icon="layers" title="Nothing was changed yet">
          It says what it does for every new company. What you save here stays in this list.
        </Empty>
      )}
      {rows.length > 0 && page && (
        <Rows reader={reader} mayChange={mayChange} rows={rows} isWhole={!hasNextPage} page={page} />
      )}
      {hasNextPage && (
        <p className="mt-5">
          <Button variant="quiet" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </Panel>
  )
}
