'use client'

import { Button } from '../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { DataTable } from '../ui/data-table.tsx'
import { QueryResult } from './loading.tsx'
import { downloadFile, OperationMessage, type OperationResult, useOperation } from './operation.tsx'
import { useConfirmDialog } from './use-confirm-dialog.tsx'

const DELETED_DATA = [
  'calls with their recordings and transcripts, leads, notes and visits',
  'integrations, API keys and calendar links',
  'business hours, closed days, service area, greeting and the on-call list',
  'the audit log, except the entry for this deletion',
]

const DeletedDataList = () => (
  <>
    <p className="font-medium">This deletes:</p>
    <ul className="mt-1 list-disc pl-5 text-muted-foreground marker:text-muted-foreground">
      {DELETED_DATA.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
    <p className="mt-3 text-muted-foreground">
      Your company, its members and plan, your forwarding number and your retention settings are kept. The assistant
      goes back to the default setup.
    </p>
  </>
)

export function DeleteData({ deleteData }: { deleteData: () => Promise<OperationResult> }) {
  const { ask, dialog } = useConfirmDialog()
  const cache = useQueryClient()
  const { run, state } = useOperation(async () => {
    const result = await deleteData()
    if ('done' in result) await cache.invalidateQueries({ queryKey: ['dashboard'] })
    return result
  })
  const confirmDelete = async () => {
    const isConfirmed = await ask({
      title: 'Delete all company data?',
      description: 'This can’t be undone. You may be asked to confirm your identity.',
      isDestructive: true,
      confirm: 'Delete company data',
      cancel: 'Cancel',
      children: <DeletedDataList />,
    })
    if (isConfirmed) await run()
  }
  return (
    <>
      <Button variant="danger" disabled={state.status === 'running'} onClick={() => void confirmDelete()}>
        Delete company data
      </Button>
      <OperationMessage {...state} />
      {dialog}
    </>
  )
}

const exportList = z.object({
  timeZone: z.string(),
  exports: z.array(z.object({ id: z.string(), at: z.iso.datetime(), own: z.boolean() })),
})

export function ExportList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  return (
    <QueryResult
      subject="The export history"
      query={buildDashboardQuery('exports', exportList, reader)}
      hasFailed={hasFailed}
    >
      {({ exports, timeZone }) =>
        exports.length === 0 ? (
          <p className="text-muted-foreground">No exports yet.</p>
        ) : (
          <DataTable
            caption="Export history"
            columns={['When', 'Who']}
            rows={exports.map(({ id, at, own }) => ({
              key: id,
              cells: [formatDateTime(at, timeZone), own ? 'You' : 'Another admin'],
            }))}
          />
        )
      }
    </QueryResult>
  )
}

export function ExportButton({ reader }: { reader: Reader }) {
  const cache = useQueryClient()
  const { run, state } = useOperation(async () => {
    const result = await downloadFile('exports', 'company-data.json', 'The export is in your downloads.')
    if ('done' in result) await cache.invalidateQueries({ queryKey: buildQueryKey('exports', reader) })
    return result
  })
  return (
    <>
      <Button disabled={state.status === 'running'} onClick={run}>
        Download export
      </Button>
      <OperationMessage {...state} />
    </>
  )
}
