'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'

type Props = {
  /** Of the test call; without one, all of them are removed. */
  callId?: string
  label: string
  onRemoved?: () => void
}

/** Removes a test call with its lead and visits, or all of them, with one press. */
export function RemoveTest({ callId, label, onRemoved }: Props) {
  const [isRemoving, setIsRemoving] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const failed = (description: string) => toast({ title: 'The test was not removed', description, tone: 'primary' })
  const remove = async () => {
    setIsRemoving(true)
    try {
      const answer = await sendChange<object>(`try-it/calls${callId === undefined ? '' : `/${callId}`}`, 'DELETE')
      if ('error' in answer) return failed(String(answer.error))
      onRemoved?.()
      toast({ title: callId === undefined ? 'All test calls are removed' : 'The test is removed', tone: 'accent' })
      await cache.invalidateQueries({
        queryKey: ['dashboard'],
        // The call itself is not there any more.
        predicate: ({ queryKey }) => callId === undefined || !queryKey.includes(`calls/${callId}`),
      })
    } catch {
      // There was no answer that can be read.
      failed('The connection may be gone. Try again in a minute.')
    } finally {
      setIsRemoving(false)
    }
  }
  return (
    <Button variant="danger" disabled={isRemoving} onClick={() => void remove()}>
      <Icon name="trash" size={16} />
      {label}
    </Button>
  )
}
