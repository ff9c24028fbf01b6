import type { importAnswer, ImportRecord } from '@/lib/dashboard/imports/record.ts'
import { buildEndpoint, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatCount } from '@/lib/values/format.ts'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { formatTimeLeft } from './import-format.ts'

type Answer = z.infer<typeof importAnswer>

function useImportAction(action: 'undo' | 'retry', reader: Reader) {
  return useOptimisticMutation({
    send: (id: string) => sendChange<Answer>(`imports/${id}/${action}`, 'POST'),
    failureTitle: action === 'undo' ? 'Couldn’t undo the import' : 'Couldn’t retry the import',
    // Leads and callers change with the import.
    invalidates: [buildQueryKey('imports', reader), ['dashboard']],
  })
}

const TICK_MS = 60_000

/** Returns the current time, updated each minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Renders the download of invalid rows, Retry and Undo, as far as the state of the import allows them. */
export function ImportActions({ record, reader }: { record: ImportRecord; reader: Reader }) {
  const { ask, dialog } = useConfirmDialog()
  const undo = useImportAction('undo', reader)
  const retry = useImportAction('retry', reader)
  const { id, kind, state, counts, undoEndsAt } = record
  const timeLeft = formatTimeLeft(undoEndsAt, useNow())
  const invalidCount = counts.invalid ?? 0
  const confirmUndo = async () => {
    const isConfirmed = await ask({
      title: 'Undo this import?',
      description: `Added ${kind} are deleted, and updated ones get their previous values. ${kind === 'leads' ? 'Leads' : 'Callers'} that were used or edited since are kept.`,
      isDestructive: true,
      confirm: 'Undo import',
      cancel: 'Cancel',
    })
    if (isConfirmed) undo.mutate(id)
  }
  if (!timeLeft || (state !== 'done' && state !== 'failed' && state !== 'undone')) return null
  const hasChanges = (counts.created ?? 0) + (counts.updated ?? 0) + (counts.skipped ?? 0) > 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'failed' && (
        <Button disabled={retry.isPending} onClick={() => retry.mutate(id)}>
          Retry import
        </Button>
      )}
      {invalidCount > 0 && (
        <a className={getButtonClass('quiet')} href={buildEndpoint(`imports/${id}/invalid`)} download>
          <Icon name="download" size={16} />
          Download {formatCount(invalidCount, 'invalid row')}
        </a>
      )}
      {state !== 'undone' && hasChanges && (
        <Button variant="quiet" disabled={undo.isPending} onClick={() => void confirmUndo()}>
          <Icon name="undo" size={16} />
          Undo import
        </Button>
      )}
      {state !== 'undone' && hasChanges && <span className="text-muted-foreground">{timeLeft} left to undo</span>}
      {dialog}
    </div>
  )
}
