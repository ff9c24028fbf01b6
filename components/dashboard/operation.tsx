'use client'

import { useState } from 'react'
import { useReverified } from './use-account.ts'

/** What an operation answers: what was done, or why not, in a sentence. */
export type OperationResult = { done: string } | { error: string }

export type OperationState = { status: 'idle' | 'running' | 'done' | 'failed'; message?: string }

const FAILED: OperationState = {
  status: 'failed',
  message: 'That did not work. Nothing was changed; try again in a minute.',
}

/**
 * Runs an operation that asks for reverification: Clerk's own dialog asks who it is, then the operation is tried again.
 * @param operation answers as `useReverified` expects: its result, or Clerk's hint to ask
 */
export function useOperation(operation: () => Promise<OperationResult>) {
  const [state, setState] = useState<OperationState>({ status: 'idle' })
  const { send: reverified, isCancelled } = useReverified(operation)
  const run = async () => {
    setState({ status: 'running' })
    try {
      const result = await reverified()
      setState(
        'done' in result ? { status: 'done', message: result.done } : { status: 'failed', message: result.error },
      )
    } catch (error) {
      setState(isCancelled(error) ? { status: 'idle' } : FAILED)
    }
  }
  return { state, run }
}

/** Says how an operation is going. */
export function OperationMessage({ status, message }: OperationState) {
  return (
    <p aria-live="polite" className={`mt-3 min-h-6 ${status === 'failed' ? 'text-primary' : 'text-muted-foreground'}`}>
      {status === 'running' ? 'One moment …' : message}
    </p>
  )
}
