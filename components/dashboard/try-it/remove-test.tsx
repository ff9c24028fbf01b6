import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

type Props = {
  /** Test call to remove. If absent, the button removes all test calls. */
  callId?: string
  label: string
  onRemoved?: () => void
}

export function RemoveTest({ callId, label, onRemoved }: Props) {
  const cache = useQueryClient()
  const { mutate, isPending } = useOptimisticMutation<void, object>({
    send: () => sendChange(`try-it/calls${callId === undefined ? '' : `/${callId}`}`, 'DELETE'),
    failureTitle: 'Couldn’t delete the test call',
    buildToast: () => {
      onRemoved?.()
      void cache.invalidateQueries({
        queryKey: ['dashboard'],
        predicate: ({ queryKey }) => callId === undefined || !queryKey.includes(`calls/${callId}`),
      })
      return { title: callId === undefined ? 'All test calls deleted' : 'Test call deleted', tone: 'accent' }
    },
  })
  return (
    <Button variant="danger" disabled={isPending} onClick={() => mutate()}>
      <Icon name="trash" size={16} />
      {label}
    </Button>
  )
}
