'use client'

import type { UseQueryOptions } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type ImportList, importList, isInProgress } from '@/lib/dashboard/imports/record.ts'
import { type ImportKind, IMPORT_KINDS } from '@/lib/dashboard/model/import.ts'
import { buildDashboardQuery, buildEndpoint, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Loading, QueryResult } from '../loading.tsx'
import { BackLink, Page } from '../page.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportStatus } from './import-status.tsx'
import { RecentImports } from './recent-imports.tsx'

/** The parser and the phone number rules load when a file is chosen. */
const ImportReview = dynamic(async () => (await import('./import-review.tsx')).ImportReview, {
  ssr: false,
  loading: () => <Loading label="Loading the file" rows={4} />,
})

const POLL_INTERVAL_MS = 1_000

// Batches record no audit event, so the screen polls for the progress.
const getPollInterval = (list: ImportList | undefined): number | false =>
  list?.imports.some(isInProgress) ? POLL_INTERVAL_MS : false

const DESCRIPTIONS: Record<ImportKind, string> = {
  leads: 'Bring leads from another system or a spreadsheet.',
  callers: 'Bring your customer list, so that the assistant’s callers have names, addresses and notes.',
}

const LABELS: Record<ImportKind, string> = { leads: 'Leads', callers: 'Callers' }

function FilePanel({ kind, onFile }: { kind: ImportKind; onFile: (file: File) => void }) {
  return (
    <Panel title="Choose a CSV file" note="Up to 5,000 rows and 10 MB. You can check everything before it is stored.">
      <FileDrop onFile={onFile} />
      <p className="mt-4 text-muted-foreground">
        No file yet? Start with the{' '}
        <a className="text-link" href={buildEndpoint('imports/template', { kind })} download>
          template for {kind}
        </a>
        . We recognize the columns of ServiceTitan, Housecall Pro, Jobber, HubSpot, QuickBooks and Google Contacts.
      </p>
    </Panel>
  )
}

type ImportViewProps = { reader: Reader; kind: ImportKind; hasFailed: boolean }

export function ImportView({ reader, kind, hasFailed }: ImportViewProps) {
  const [file, setFile] = useState<File>()
  const [startedId, setStartedId] = useState<string>()
  const query: UseQueryOptions<ImportList, Error, ImportList, string[]> = {
    ...buildDashboardQuery('imports', importList, reader),
    refetchInterval: ({ state }) => getPollInterval(state.data),
  }
  const tabs = IMPORT_KINDS.map((name) => ({
    href: `${AREAS.imports.path}?kind=${name}`,
    label: LABELS[name],
    isCurrent: name === kind,
  }))
  return (
    <>
      <BackLink area={kind} />
      <Page title="Import" lead={DESCRIPTIONS[kind]}>
        <Tabs label="Kind of import" tabs={tabs} />
        <QueryResult subject="The list of imports" query={query} hasFailed={hasFailed}>
          {({ imports, timeZone, leadDays }) => {
            const current = imports.find(({ id }) => id === startedId) ?? imports.find(isInProgress)
            if (file) {
              return (
                <ImportReview
                  key={`${kind} ${file.name} ${file.size} ${file.lastModified}`}
                  kind={kind}
                  file={file}
                  reader={reader}
                  timeZone={timeZone}
                  leadDays={leadDays}
                  onCancel={() => setFile(undefined)}
                  onStarted={(id) => {
                    setStartedId(id)
                    setFile(undefined)
                  }}
                />
              )
            }
            return (
              <>
                {current ? (
                  <ImportStatus
                    record={current}
                    timeZone={timeZone}
                    reader={reader}
                    onAnother={() => setStartedId(undefined)}
                  />
                ) : (
                  <FilePanel kind={kind} onFile={setFile} />
                )}
                <RecentImports
                  imports={imports.filter(({ id }) => id !== current?.id)}
                  timeZone={timeZone}
                  reader={reader}
                />
              </>
            )
          }}
        </QueryResult>
      </Page>
    </>
  )
}
