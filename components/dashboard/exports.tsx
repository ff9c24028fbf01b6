'use client'

import { useQuery } from '@tanstack/react-query'
import { exportsQuery, type Reader } from '@/lib/query/exports.ts'
import { DataTable } from './data-table.tsx'
import { Loading, NotLoaded } from './loading.tsx'

/** In UTC, so that the server and the browser write the same. */
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Who took a copy of the organization's data, and when. */
export function Exports({ reader }: { reader: Reader }) {
  const { data, isError, refetch } = useQuery(exportsQuery(reader))
  if (isError && !data) return <NotLoaded what="The list of copies" retry={() => void refetch()} />
  if (!data) return <Loading label="Loading the list of copies" rows={2} />
  if (data.length === 0) return <p className="text-muted">Nobody has taken a copy yet.</p>
  return (
    <DataTable
      caption="Copies that were taken"
      columns={['When (UTC)', 'Who']}
      rows={data.map(({ id, at, own }) => ({
        key: id,
        cells: [moment.format(new Date(at)), own ? 'You' : 'Another admin'],
      }))}
    />
  )
}
