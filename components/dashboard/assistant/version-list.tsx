'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  INSTRUCTION_FIELDS,
  compareInstructions,
  type Difference,
  type Entry,
} from '@/lib/dashboard/assistant/compare.ts'
import {
  type AssistantPage,
  assistantPage,
  type AssistantRecord,
  type VersionRow,
  versionList,
  versionRecord,
} from '@/lib/dashboard/assistant/record.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading, PagesResult, usePages, QueryResult } from '../loading.tsx'
import { useMembers } from '../use-account.ts'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { formatList } from '@/lib/values/format.ts'
import { type Instructions, LANGUAGES } from '@/lib/dashboard/model/instructions.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'

const isLanguage = (text: string): text is keyof typeof LANGUAGES => Object.hasOwn(LANGUAGES, text)

type EntriesProps = { title: string; entries: Entry[]; isCurrent: boolean; isLanguages: boolean }

function Entries({ title, entries, isCurrent, isLanguages }: EntriesProps) {
  if (entries.length === 0) return null
  const ChangeTag = isCurrent ? 'ins' : 'del'
  return (
    <>
      <h4 className="mt-2 text-sm font-medium text-muted-foreground">{title}</h4>
      <ul>
        {entries.map(({ text, words }, position) => (
          // The position is the key, because entries may repeat and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={position} className="flex gap-2 py-1">
            <Icon
              name={isCurrent ? 'plus' : 'minus'}
              size={16}
              className={`mt-1 flex-none ${isCurrent ? 'text-accent' : 'text-primary'}`}
            />
            <ChangeTag className="min-w-0 wrap-anywhere no-underline">
              {isLanguages && isLanguage(text) ? LANGUAGES[text] : text}
              {words !== undefined && <span className="block text-muted-foreground">{words}</span>}
            </ChangeTag>
          </li>
        ))}
      </ul>
    </>
  )
}

function formatOrder(field: Difference['field'], { languages: [first] }: Instructions): string {
  return field === 'languages' && first
    ? `${LANGUAGES[first]} is now the default language.`
    : 'Same items, different order.'
}

function Differences({ name, earlier, now }: { name: string; earlier: Instructions; now: Instructions }) {
  const differences = compareInstructions(earlier, now)
  if (differences.length === 0) return <p>No differences.</p>
  return differences.map(({ field, removed, added }) => (
    <section key={field} className="border-t border-border py-4 first:border-t-0 first:pt-0">
      <h3 className="text-base leading-tight tracking-normal">{INSTRUCTION_FIELDS[field]}</h3>
      <Entries title={`Only in ${name}`} entries={removed} isCurrent={false} isLanguages={field === 'languages'} />
      <Entries title="Only in the current version" entries={added} isCurrent isLanguages={field === 'languages'} />
      {removed.length === 0 && added.length === 0 && (
        <p className="mt-2 text-muted-foreground">{formatOrder(field, now)}</p>
      )}
    </section>
  ))
}

type CompareDialogProps = {
  reader: Reader
  number: number
  name: string
  current: AssistantRecord
  onClose: () => void
}

function CompareDialog({ reader, number, name, current, onClose }: CompareDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Compare ${name.toLowerCase()}`}
      description={`The current version is version ${current.version}.`}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <QueryResult
        subject="This version"
        query={buildDashboardQuery(`assistant/versions/${number}`, versionRecord, reader)}
        hasFailed={false}
      >
        {({ instructions }) => (
          <Differences
            name={number === 0 ? 'the default setup' : `version ${number}`}
            earlier={instructions}
            now={current.instructions}
          />
        )}
      </QueryResult>
    </Dialog>
  )
}

const QUERY_NAME = 'assistant/versions'

const formatVersionName = (number: number) => (number === 0 ? 'Default setup' : `Version ${number}`)

function useRestoreVersion(reader: Reader) {
  return useOptimisticMutation<{ number: number; version: number }, { assistant: AssistantRecord }>({
    send: ({ number, version }) => sendChange(`${QUERY_NAME}/${number}`, 'POST', { version }),
    record: 'assistant',
    invalidates: [buildQueryKey('assistant', reader), buildQueryKey(QUERY_NAME, reader)],
    buildToast: ({ number }, { assistant }) => ({
      title: number === 0 ? 'Default setup restored' : `Version ${number} restored`,
      description: `It is now version ${assistant.version}.`,
      tone: 'accent',
    }),
    describeCurrent: () => 'Nothing was restored. Compare with the current version again.',
  })
}

type ActionsProps = { number: number; canChange: boolean; onCompare: () => void; onRestore: () => void }

function Actions({ number, canChange, onCompare, onRestore }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" aria-label={`Compare ${formatVersionName(number)}`} onClick={onCompare}>
        Compare
      </Button>
      {canChange && (
        <Button variant="quiet" aria-label={`Restore ${formatVersionName(number)}`} onClick={onRestore}>
          {' '}
          Restore{' '}
        </Button>
      )}
    </div>
  )
}

const rowClass =
  'grid grid-cols-1 gap-x-6 gap-y-2 border-t border-border py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center'

type RowProps = Omit<ActionsProps, 'number'> & { row: VersionRow; authorName: string; time: string; isCurrent: boolean }

function Version({ row, authorName, time, isCurrent, ...actions }: RowProps) {
  const { number, takenFrom, createdAt, fields } = row
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <strong className="font-semibold">{formatVersionName(number)}</strong>
          {isCurrent && <Badge tone="accent">Current</Badge>}
          <span className="text-muted-foreground">
            by {authorName}, <time dateTime={createdAt}>{time}</time>
          </span>
        </p>
        <p className="mt-0.5 text-muted-foreground">
          {takenFrom !== null && `Restored from ${formatVersionName(takenFrom).toLowerCase()}. `}
          {fields.length > 0 && `Changed: ${formatList(fields.map((field) => INSTRUCTION_FIELDS[field]))}.`}
        </p>
      </div>
      {!isCurrent && <Actions number={number} {...actions} />}
    </li>
  )
}

type VersionsProps = {
  reader: Reader
  canChange: boolean
  rows: VersionRow[]
  isComplete: boolean
  page: AssistantPage
}

function Rows({ reader, canChange, rows, isComplete, page }: VersionsProps) {
  const { getName: getMemberName } = useMembers()
  const { mutate: restoreVersion } = useRestoreVersion(reader)
  const [comparedNumber, setComparedNumber] = useState<number>()
  const { ask, dialog } = useConfirmDialog()
  const confirmRestore = async (number: number) => {
    const { version } = page
    const isConfirmed = await ask({
      title: number === 0 ? 'Restore the default setup?' : `Restore version ${number}?`,
      description: `It becomes version ${version + 1} and goes live. Other versions are kept.`,
      confirm: 'Restore it',
      cancel: 'Cancel',
    })
    if (isConfirmed) restoreVersion({ number, version })
  }
  const buildActions = (number: number) => ({
    canChange,
    onCompare: () => setComparedNumber(number),
    onRestore: () => void confirmRestore(number),
  })
  const formatAuthor = (id: string | null) => (id === null ? 'a former member' : (getMemberName(id) ?? '…'))
  return (
    <>
      <ul className="-my-3">
        {rows.map((row) => (
          <Version
            key={row.number}
            row={row}
            authorName={formatAuthor(row.createdById)}
            time={formatDateTime(row.createdAt, page.timeZone)}
            isCurrent={row.number === page.version}
            {...buildActions(row.number)}
          />
        ))}
        {isComplete && (
          <li className={rowClass}>
            <p className="min-w-0">
              <strong className="font-semibold">{formatVersionName(0)}</strong>{' '}
              <span className="text-muted-foreground">The setup every new company starts with.</span>
            </p>
            <Actions number={0} {...buildActions(0)} />
          </li>
        )}
      </ul>
      {comparedNumber !== undefined && (
        <CompareDialog
          reader={reader}
          number={comparedNumber}
          name={formatVersionName(comparedNumber)}
          current={page}
          onClose={() => setComparedNumber(undefined)}
        />
      )}
      {dialog}
    </>
  )
}

type VersionListProps = { reader: Reader; canChange: boolean; hasFailed: boolean }

export function VersionList({ reader, canChange, hasFailed }: VersionListProps) {
  const versions = usePages({ name: QUERY_NAME, schema: versionList, reader, cursor: 'before', hasFailed })
  // This query only reads the cache. The form above fetches the data and shows errors.
  const { data: page } = useQuery({ ...buildDashboardQuery('assistant', assistantPage, reader), enabled: false })
  return (
    <Panel title="Versions" note="A new version is saved with every change.">
      <PagesResult
        subject="The version list"
        list={versions}
        placeholder={<Loading label="Loading versions" rows={3} />}
      >
        {(pages) => {
          const rows = pages.flatMap((part) => part.rows)
          if (rows.length === 0) {
            return (
              <Empty icon="layers" title="No changes yet">
                You’re using the default setup. Saved versions appear here.
              </Empty>
            )
          }
          return page && <Rows {...{ reader, canChange, rows, page }} isComplete={!versions.hasNextPage} />
        }}
      </PagesResult>
    </Panel>
  )
}
