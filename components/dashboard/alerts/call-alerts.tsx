import { z } from 'zod'
import { type AlertRecord, alertRecord } from '@/lib/dashboard/model/alert.ts'
import { Button } from '../../ui/button.tsx'
import { useMembers } from '../use-account.ts'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { alertWords, mainAlert } from './alert-words.ts'

const answer = z.object({ alert: alertRecord })

export function TakeAlert({ alerts }: { alerts: AlertRecord[] }) {
  const { nameOf } = useMembers()
  const open = alerts.find(({ takenAt }) => takenAt === null)
  const { mutate, isPending } = useOptimisticMutation({
    send: (id: string) => sendChange<object>(`alerts/${id}`, 'POST'),
    invalidates: [['dashboard']],
    done: (_id, sent) => {
      const owner = answer.safeParse(sent).data?.alert.takenById
      const name = owner && nameOf(owner)
      if (!name || name === 'you')
        return { title: 'You have it', description: 'No one else will be alerted.', tone: 'accent' }
      return { title: `${name} already has it` }
    },
  })
  if (!open) return null
  return (
    <Button disabled={isPending} onClick={() => mutate(open.id)}>
      I have it
    </Button>
  )
}

export function AlertLine({ alerts, zone }: { alerts: AlertRecord[]; zone: string }) {
  const { nameOf } = useMembers()
  const alert = mainAlert(alerts)
  return alert ? <>{alertWords(alert, nameOf, zone)}</> : null
}
