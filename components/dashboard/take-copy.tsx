'use client'

import { useQueryClient } from '@tanstack/react-query'
import { EXPORTS_ENDPOINT, exportsQuery, type Reader } from '@/lib/query/exports.ts'
import { OutcomeLine } from './outcome-line.tsx'
import { type OperationResult, useSensitive } from './use-sensitive.ts'

/** Hands a file to the person, as a download would. */
function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

const nameIn = (header: string | null) => header?.match(/filename="([^"]+)"/)?.[1] ?? 'company-data.json'

async function takeCopy(): Promise<OperationResult> {
  const response = await fetch(EXPORTS_ENDPOINT, { method: 'POST' })
  // Says why, also in the form that makes Clerk ask who it is.
  if (!response.ok) return (await response.json()) as { error: string }
  save(await response.blob(), nameIn(response.headers.get('content-disposition')))
  return { done: 'The copy is in your downloads.' }
}

/** Downloads everything that is kept for the organization. */
export function TakeCopy({ reader }: { reader: Reader }) {
  const cache = useQueryClient()
  const { run, outcome } = useSensitive(async () => {
    const result = await takeCopy()
    if ('done' in result) await cache.invalidateQueries(exportsQuery(reader))
    return result
  })
  return (
    <>
      <button type="button" className="button button-solid" disabled={outcome.state === 'running'} onClick={run}>
        Download a copy
      </button>
      <OutcomeLine {...outcome} />
    </>
  )
}
