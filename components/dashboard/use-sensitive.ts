'use client'

import { useReverification } from '@clerk/nextjs'
import { isReverificationCancelledError } from '@clerk/nextjs/errors'
import { useState } from 'react'

/** What an operation answers: what it says when it is done, or why it was refused. */
export type OperationResult = { done: string } | { error: string }

export type Outcome = { state: 'idle' | 'running' | 'done' | 'refused'; message?: string }

const FAILED: Outcome = { state: 'refused', message: 'That did not work. Nothing was changed; try again in a minute.' }

/**
 * Runs something that asks for a fresh confirmation: Clerk's own dialog asks, then it is tried again.
 * @param operation answers as `useReverification` expects: its result, or Clerk's hint to ask
 */
export function useSensitive(operation: () => Promise<OperationResult>) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' })
  const confirmed = useReverification(operation)
  const run = async () => {
    setOutcome({ state: 'running' })
    try {
      const result = await confirmed()
      setOutcome(
        'done' in result ? { state: 'done', message: result.done } : { state: 'refused', message: result.error },
      )
    } catch (error) {
      setOutcome(isReverificationCancelledError(error) ? { state: 'idle' } : FAILED)
    }
  }
  return { outcome, run }
}
