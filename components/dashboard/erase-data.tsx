'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { exportsQuery, type Reader } from '@/lib/query/exports.ts'
import { OutcomeLine } from './outcome-line.tsx'
import { type OperationResult, useSensitive } from './use-sensitive.ts'

type Props = { reader: Reader; erase: () => Promise<OperationResult> }

/** Deletes what is kept for the organization, after a question. */
export function EraseData({ reader, erase }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const cache = useQueryClient()
  const { run, outcome } = useSensitive(async () => {
    const result = await erase()
    if ('done' in result) await cache.invalidateQueries(exportsQuery(reader))
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
        disabled={outcome.state === 'running'}
        onClick={() => dialog.current?.showModal()}
      >
        Delete the data
      </button>
      <OutcomeLine {...outcome} />
      <dialog ref={dialog} aria-labelledby={title} className="dash-dialog">
        <h3 id={title}>Delete what is kept for your company?</h3>
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
