'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportsQuery, type ListedExport, type Reader } from '@/lib/query/exports.ts'
import { DataTable } from './data-table.tsx'
import { Loading, NotLoaded, Outdated } from './loading.tsx'

/** In UTC, so that the server and the browser write the same. */
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

function ExportTable({ exports }: { exports: ListedExport[] }) {
  if (exports.length === 0) return <p className="text-muted">Nobody has taken a copy yet.</p>
  return (
    <DataTable
      caption="Copies that were taken"
      columns={['When (UTC)', 'Who']}
      rows={exports.map(({ id, at, own }) => ({
        key: id,
        cells: [moment.format(new Date(at)), own ? 'You' : 'Another admin'],
      }))}
    />
  )
}

/**
 * Who took a copy of the organization's data, and when.
 * @param hasFailed whether the server could not read it a moment ago: then it is read again when somebody asks for that
 */
export function Exports({ reader, hasFailed = false }: { reader: Reader; hasFailed?: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...exportsQuery(reader), enabled: isAsked || !hasFailed })
  const retry = () => {
    setIsAsked(true)
    void refetch()
  }
  if (!data && isFetching) return <Loading label="Loading the list of copies" rows={2} />
  if (!data) return <NotLoaded what="The list of copies" retry={retry} />
  return (
    <>
      {isError && <Outdated what="The list of copies" isTrying={isFetching} retry={retry} />}
      <ExportTable exports={data} />
    </>
  )
}
