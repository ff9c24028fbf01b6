'use client'

import { useState } from 'react'
import { endpointOf, type QueryParams } from '@/lib/query/dashboard-query.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useToast } from '../ui/toast.tsx'
import { useReverified } from './use-account.ts'
import { sendChange } from './use-optimistic-mutation.ts'

const FAILED = 'The file was not made'

/** Has the browser save what an address answers, while it comes. */
const download = (address: string) =>
  Object.assign(document.createElement('a'), { href: address, download: '' }).click()

type DownloadCsvProps = {
  /** What answers with the file, such as `leads/export`. */
  name: string
  /** What the list is narrowed to. */
  params: QueryParams
}

/** Downloads a list, on all its pages, as a file for a spreadsheet. Clerk asks who it is, an hour after the last time. */
export function DownloadCsv({ name, params }: DownloadCsvProps) {
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const { send: mayExport, isCancelled } = useReverified(() => sendChange<object>(name, 'POST'))
  const run = async () => {
    setIsAsking(true)
    try {
      const answer = await mayExport()
      if (answer && 'error' in answer) toast({ title: FAILED, description: String(answer.error), tone: 'primary' })
      else download(endpointOf(name, { ...params, page: undefined }))
    } catch (error) {
      if (!isCancelled(error)) {
        toast({ title: FAILED, description: 'The connection may be gone. Try again in a minute.', tone: 'primary' })
      }
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Button variant="quiet" disabled={isAsking} onClick={() => void run()}>
      <Icon name="download" size={16} />
      Download CSV
    </Button>
  )
}
