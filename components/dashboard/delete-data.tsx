'use client'

import { Button } from '../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { OperationMessage, type OperationResult, useOperation } from './operation.tsx'

type Props = { reader: Reader; deleteData: () => Promise<OperationResult> }

/** Deletes the data of the organization, after a question. */
export function DeleteData({ reader, deleteData }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const cache = useQueryClient()
  const { run, state } = useOperation(async () => {
    const result = await deleteData()
    if ('done' in result) await cache.invalidateQueries({ queryKey: queryKeyOf('exports', reader) })
    return result
  })
  const confirm = () => {
    dialog.current?.close()
    void run()
  }
  return (
    <>
      <Button variant="quiet" disabled={state.status === 'running'} onClick={() => dialog.current?.showModal()}>
        Delete the data
      </Button>
      <OperationMessage {...state} />
      <dialog
        ref={dialog}
        aria-labelledby={title}
        className="m-auto w-[calc(100vw-2.5rem)] max-w-md rounded-xl panel p-6 text-ink"
      >
        <h3 id={title} className="text-xl leading-tight">
          Delete what is kept for your company?
        </h3>
        <p className="mt-3 text-muted">
          This cannot be undone. Your organization, its people and its plan stay. You may be asked who you are.
        </p>
        <p className="mt-5 flex flex-wrap gap-3">
          <Button onClick={confirm}>Delete it</Button>
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            Keep it
          </Button>
        </p>
      </dialog>
    </>
  )
}
