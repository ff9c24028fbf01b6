'use client'

import { Button } from '../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { DataTable } from '../ui/data-table.tsx'
import { QueryResult } from './loading.tsx'
import { downloadFile, OperationMessage, type OperationResult, useOperation } from './operation.tsx'
import { useQuestion } from './use-question.tsx'

const GOES = [
  'every call with its recording and transcript, every lead, note and visit',
  'connections to other systems, API keys and calendar addresses',
  'opening hours, service area, greeting and the list of people on call',
  'the log, except for one entry that says that you did this',
]

const WhatGoes = () => (
  <>
    <p className="font-medium">What goes:</p>
    <ul className="mt-1 list-disc pl-5 text-muted-foreground marker:text-muted-foreground">
      {GOES.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
    <p className="mt-3 text-muted-foreground">
      Your organization, its people and plan, your forwarding number, and how long things are kept stay as they are.
      What the assistant says and asks is again that of a new company.
    </p>
  </>
)

export function DeleteData({ deleteData }: { deleteData: () => Promise<OperationResult> }) {
  const { ask, dialog } = useQuestion()
  const cache = useQueryClient()
  const { run, state } = useOperation(async () => {
    const result = await deleteData()
    if ('done' in result) await cache.invalidateQueries({ queryKey: ['dashboard'] })
    return result
  })
  const askToDelete = async () => {
    const isSure = await ask({
      title: 'Delete what is kept for your company?',
      description: 'This cannot be undone. You may be asked who you are.',
      isDestructive: true,
      confirm: 'Delete the data',
      cancel: 'Keep it',
      children: <WhatGoes />,
    })
    if (isSure) await run()
  }
  return (
    <>
      <Button variant="danger" disabled={state.status === 'running'} onClick={() => void askToDelete()}>
        Delete the data
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
    <QueryResult what="The list of copies" query={dashboardQuery('exports', exportList, reader)} hasFailed={hasFailed}>
      {({ exports, timeZone }) =>
        exports.length === 0 ? (
          <p className="text-muted-foreground">Nobody has taken a copy yet.</p>
        ) : (
          <DataTable
            caption="Copies that were taken"
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
    const result = await downloadFile('exports', 'company-data.json', 'The copy is in your downloads.')
    if ('done' in result) await cache.invalidateQueries({ queryKey: queryKeyOf('exports', reader) })
    return result
  })
  return (
    <>
      <Button disabled={state.status === 'running'} onClick={run}>
        Download a copy
      </Button>
      <OperationMessage {...state} />
    </>
  )
}
