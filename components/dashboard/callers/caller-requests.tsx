'use client'

import { useState } from 'react'
import { endpointOf } from '@/lib/query/dashboard-query.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OperationMessage, type OperationResult, useOperation } from '../operation.tsx'
import { type Counts, countWords } from './caller-words.ts'
import { nameOfCaller } from './use-callers.ts'

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

async function exportCaller(id: string): Promise<OperationResult> {
  const response = await fetch(endpointOf(`${nameOfCaller(id)}/export`), { method: 'POST' })
  if (!response.ok) return (await response.json()) as { error: string }
  const name = response.headers.get('content-disposition')?.match(/filename="([^"]+)"/)?.[1]
  saveFile(await response.blob(), name ?? 'caller.json')
  return { done: 'The file is in your downloads.' }
}

async function deleteCaller(id: string): Promise<OperationResult> {
  const response = await fetch(endpointOf(nameOfCaller(id)), { method: 'DELETE' })
  const answer = (await response.json()) as { deleted: Counts } | { error: string }
  return 'deleted' in answer ? { done: `Deleted: ${countWords(answer.deleted)}.` } : answer
}

type CallerRequestsProps = {
  id: string
  /** Called around a deletion: nothing is to be read again of who may be gone. */
  onDeleting: (isDeleting: boolean) => void
  /** @param done what was deleted, in a sentence */
  onDeleted: (done: string) => void
}

/** What can be done when a caller asks what is kept about them, or wants it deleted. */
export function CallerRequests({ id, onDeleting, onDeleted }: CallerRequestsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const exporting = useOperation(() => exportCaller(id))
  const deleting = useOperation(async () => {
    onDeleting(true)
    const result = await deleteCaller(id).catch((error: unknown) => {
      onDeleting(false)
      throw error
    })
    if ('done' in result) onDeleted(result.done)
    else onDeleting(false)
    return result
  })
  const isBusy = [exporting, deleting].some(({ state }) => state.status === 'running')
  return (
    <Panel
      title="When this caller asks"
      note="People may ask what is kept about them, or want it deleted. You confirm who you are if you last did so ten minutes ago or more."
    >
      <p className="flex flex-wrap gap-3">
        <Button variant="quiet" disabled={isBusy} onClick={exporting.run}>
          <Icon name="download" size={16} />
          Export to one file
        </Button>
        <Button variant="danger" className="sm:ml-auto" disabled={isBusy} onClick={() => setIsAsking(true)}>
          <Icon name="trash" size={16} />
          Delete this caller
        </Button>
      </p>
      <OperationMessage {...(deleting.state.status === 'idle' ? exporting.state : deleting.state)} />
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete what is kept about this caller?"
        description="This cannot be undone. Recordings, transcripts, names and numbers of their calls are deleted, and so are what you wrote here and their leads with all notes. Visits stay in your calendar without name, number and address; bookings in calendars and systems of your own are yours to delete there."
        isDestructive
        confirm="Delete this caller"
        cancel="Keep it"
        onConfirm={() => void deleting.run()}
      />
    </Panel>
  )
}
