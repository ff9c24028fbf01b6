'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { OperationMessage, type OperationResult, useOperation } from './operation.tsx'

type Props = { deleteData: () => Promise<OperationResult> }

const GOES = [
  'every call with its recording and transcript, every lead, note and visit',
  'connections to other systems, API keys and calendar addresses',
  'opening hours, service area, greeting and the list of people on call',
  'the log, except for one entry that says that you did this',
]

/** Deletes the data of the organization, after a question. */
export function DeleteData({ deleteData }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const cache = useQueryClient()
  const { run, state } = useOperation(async () => {
    const result = await deleteData()
    if ('done' in result) await cache.invalidateQueries({ queryKey: ['dashboard'] })
    return result
  })
  return (
    <>
      <Button variant="danger" disabled={state.status === 'running'} onClick={() => setIsAsked(true)}>
        Delete the data
      </Button>
      <OperationMessage {...state} />
      <AlertDialog
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title="Delete what is kept for your company?"
        description="This cannot be undone. You may be asked who you are."
        isDestructive
        confirm="Delete the data"
        cancel="Keep it"
        onConfirm={() => void run()}
      >
        <p className="font-medium">What goes:</p>
        <ul className="mt-1 list-disc pl-5 text-muted-foreground marker:text-muted-foreground">
          {GOES.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className="mt-3 text-muted-foreground">
          Your organization, its people and plan, your forwarding number, and how long things are kept stay as they are.
          What the assistant says and asks is again that of a new company.
        </p>
      </AlertDialog>
    </>
  )
}
