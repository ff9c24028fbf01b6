'use client'

import { Button } from '../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { dashboardQuery, endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { DataTable } from '../ui/data-table.tsx'
import { QueryResult } from './loading.tsx'
import { OperationMessage, type OperationResult, useOperation } from './operation.tsx'

const exportList = z.object({
  timeZone: z.string(),
  exports: z.array(z.object({ id: z.string(), at: z.iso.datetime(), own: z.boolean() })),
})

function ExportTable({ exports, timeZone }: z.infer<typeof exportList>) {
  if (exports.length === 0) return <p className="text-muted-foreground">Nobody has taken a copy yet.</p>
  return (
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

/** Who exported the organization's data, and when. */
export function ExportList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  return (
    <QueryResult what="The list of copies" query={dashboardQuery('exports', exportList, reader)} hasFailed={hasFailed}>
      {(data) => <ExportTable {...data} />}
    </QueryResult>
  )
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

const fileNameIn = (header: string | null) => header?.match(/filename="([^"]+)"/)?.[1] ?? 'company-data.json'

async function exportData(): Promise<OperationResult> {
  const response = await fetch(endpointOf('exports'), { method: 'POST' })
  // The body says why, and asks Clerk to reverify where that is the reason.
  if (!response.ok) return (await response.json()) as { error: string }
  saveFile(await response.blob(), fileNameIn(response.headers.get('content-disposition')))
  return { done: 'The copy is in your downloads.' }
}

/** Downloads all data of the organization. */
export function ExportButton({ reader }: { reader: Reader }) {
  const cache = useQueryClient()
  const { run, state } = useOperation(async () => {
    const result = await exportData()
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
