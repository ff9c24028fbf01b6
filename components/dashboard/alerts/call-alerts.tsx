import { z } from 'zod'
import { type AlertRecord, alertRecord } from '@/lib/dashboard/model/alert.ts'
import { Button } from '../../ui/button.tsx'
import { useMembers } from '../use-account.ts'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { formatAlertHistory, findMainAlert } from './alert-format.ts'

const alertResponse = z.object({ alert: alertRecord })

export function ClaimAlertButton({ alerts }: { alerts: AlertRecord[] }) {
  const { getName } = useMembers()
  const openAlert = alerts.find(({ takenAt }) => takenAt === null)
  const { mutate, isPending } = useOptimisticMutation({
    send: (id: string) => sendChange<object>(`alerts/${id}`, 'POST'),
    invalidates: [['dashboard']],
    buildToast: (_id, sent) => {
      const owner = alertResponse.safeParse(sent).data?.alert.takenById
      const name = owner && getName(owner)
      if (!name || name === 'you')
        return { title: 'You’ve taken this call', description: 'No one else will be alerted.', tone: 'accent' }
      return { title: `${name} already took this call` }
    },
  })
  if (!openAlert) return null
  return (
    <Button disabled={isPending} onClick={() => mutate(openAlert.id)}>
      Take this call
    </Button>
  )
}

export function AlertLine({ alerts, zone }: { alerts: AlertRecord[]; zone: string }) {
  const { getName } = useMembers()
  const alert = findMainAlert(alerts)
  return alert ? <>{formatAlertHistory(alert, getName, zone)}</> : null
}
