'use client'

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
      <button
        type="button"
        className="button button-quiet"
        disabled={state.status === 'running'}
        onClick={() => dialog.current?.showModal()}
      >
        Delete the data
      </button>
      <OperationMessage {...state} />
      <dialog
        ref={dialog}
        aria-labelledby={title}
        className="m-auto w-[calc(100vw-2.5rem)] max-w-md rounded-xl border border-line bg-raised p-6 text-ink"
      >
        <h3 id={title} className="text-xl leading-tight">
          Delete what is kept for your company?
        </h3>
        <p className="mt-3 text-muted">
          This cannot be undone. Your organization, its people and its plan stay. You may be asked who you are.
        </p>
        <p className="mt-5 flex flex-wrap gap-3">
          <button type="button" className="button button-solid" onClick={confirm}>
            Delete it
          </button>
          <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </p>
      </dialog>
    </>
  )
}
