import { useState } from 'react'
import { buildEndpoint } from '@/lib/dashboard/query/dashboard-query.ts'
import { useReverified } from './use-account.ts'

export type OperationResult = { done: string } | { error: string }

type OperationState = { status: 'idle' | 'running' | 'done' | 'failed'; message?: string }

const FAILED_STATE: OperationState = {
  status: 'failed',
  message: 'Something went wrong. Nothing was changed. Try again in a minute.',
}

/**
 * Runs an operation that may require reverification. Clerk's dialog opens, then the operation runs again.
 * @param operation resolves to its result or to Clerk's hint, as `useReverified` requires
 */
export function useOperation(operation: () => Promise<OperationResult>) {
  const [state, setState] = useState<OperationState>({ status: 'idle' })
  const { send: runReverified, isCancelled } = useReverified(operation)
  const run = async () => {
    setState({ status: 'running' })
    try {
      const result = await runReverified()
      setState(
        'done' in result ? { status: 'done', message: result.done } : { status: 'failed', message: result.error },
      )
    } catch (error) {
      setState(isCancelled(error) ? { status: 'idle' } : FAILED_STATE)
    }
  }
  return { state, run }
}

/**
 * Requests a file and saves it.
 * @param fallback file name if the response has none
 */
export async function downloadFile(name: string, fallback: string, successMessage: string): Promise<OperationResult> {
  const response = await fetch(buildEndpoint(name), { method: 'POST' })
  // The body contains the error or Clerk's reverification hint.
  if (!response.ok) return (await response.json()) as { error: string }
  const fileName = response.headers.get('content-disposition')?.match(/filename="([^"]+)"/)?.[1] ?? fallback
  const href = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href, download: fileName }).click()
  URL.revokeObjectURL(href)
  return { done: successMessage }
}

export function OperationMessage({ status, message }: OperationState) {
  return (
    <p aria-live="polite" className={`mt-3 min-h-6 ${status === 'failed' ? 'text-primary' : 'text-muted-foreground'}`}>
      {status === 'running' ? 'One moment…' : message}
    </p>
  )
}
