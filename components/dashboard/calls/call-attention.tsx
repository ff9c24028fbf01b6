import { useState } from 'react'
import type { AlertRecord } from '@/lib/dashboard/model/alert.ts'
import type { CallRecord } from '@/lib/dashboard/model/call-record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlertLine, ClaimAlertButton } from '../alerts/call-alerts.tsx'
import { isUnresolvedCall } from './call-format.ts'
import { type CallEdit, useCallEdit } from './use-call.ts'
import { useMembers } from '../use-account.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { CallChange } from '@/lib/dashboard/calls/input.ts'
import { z } from '@/lib/values/zod.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'

const DEFAULT_TASK = 'Assigned for review.'

type AssignFormProps = {
  call: CallRecord
  onClose: () => void
  onAssign: (change: Pick<CallChange, 'handedToId' | 'attention' | 'attentionEnded'>) => void
}

const assignmentSchema = z.object({ handedToId: z.string('Choose a teammate'), attention: z.string().trim() })

function AssignForm({ call, onClose, onAssign }: AssignFormProps) {
  const { members, viewerId, hasFailed } = useMembers()
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(assignmentSchema),
    defaultValues: { attention: call.attention ?? '' },
  })
  const { errors } = formState
  const options = members.map(({ id: value, name }) => ({ value, label: value === viewerId ? `${name} (you)` : name }))
  const submitAssignment = handleSubmit(({ handedToId, attention }) =>
    onAssign({ handedToId, attention: attention || DEFAULT_TASK, attentionEnded: false }),
  )
  return (
    <form onSubmit={submitAssignment} className="grid gap-4">
      <div>
        <Controller
          name="handedToId"
          control={control}
          render={({ field: { value, onChange } }) => (
            <Combobox
              label="Assign to"
              options={options}
              value={value}
              onChange={onChange}
              placeholder="Type a name"
              emptyText="No team member with that name."
            />
          )}
        />
        {errors.handedToId && <p className="mt-1.5 font-medium text-primary">{errors.handedToId.message}</p>}
        {hasFailed && (
          <p className="mt-1.5 text-muted-foreground">Team members couldn’t be loaded. Try again in a minute.</p>
        )}
      </div>
      <TextArea {...register('attention')} label="Task" rows={3} maxLength={300} />
      <FormActions className="mt-2" submit="Assign" cancel="Cancel" onCancel={onClose} />
    </form>
  )
}

function buildEditToast(edit: CallEdit) {
  if ('correction' in edit || edit.intent !== undefined) return undefined
  if (edit.handedToId) return { title: 'Assigned', tone: 'accent' as const }
  if (edit.handedToId === null) return { title: 'Unassigned' }
  return edit.attentionEnded ? { title: 'Resolved', tone: 'accent' as const } : { title: 'Reopened' }
}

type CallAttentionProps = {
  call: CallRecord
  alerts: AlertRecord[]
  reader: Reader
  zone: string
  canChange: boolean
}

export function CallAttention({ call, alerts, reader, zone, canChange }: CallAttentionProps) {
  const [isAssigning, setIsAssigning] = useState(false)
  const { getName } = useMembers()
  const { mutate } = useCallEdit(call, reader, buildEditToast)
  const { attention, attentionEndedAt, handedToId, handedOverAt } = call
  const isUnresolved = isUnresolvedCall(call)
  const formatMoment = (moment: string) => `${formatDay(moment, zone)}, ${formatTime(moment, zone)}`
  const name = handedToId && getName(handedToId)
  const isAssignedToOther = isUnresolved && handedToId !== null && name !== 'you'
  const tone = isUnresolved && !isAssignedToOther ? 'primary' : attention ? 'quiet' : 'none'
  return (
    <section
      aria-label="Call status"
      className="grid gap-4 rounded-xl border border-border bg-card p-5 data-[tone=none]:order-1 data-[tone=primary]:border-[color-mix(in_oklab,var(--primary)_55%,var(--border))] data-[tone=primary]:bg-primary-muted"
      data-tone={tone}
    >
      <div className="min-w-0">
        {attention && (
          <p className="flex gap-2.5 font-medium">
            {isUnresolved ? (
              <Icon
                name="bell"
                size={18}
                className={`mt-0.5 ${isAssignedToOther ? 'text-muted-foreground' : 'text-primary'}`}
              />
            ) : (
              <Icon name="check" size={18} className="mt-0.5 text-accent" />
            )}
            <span>
              {isUnresolved && !isAssignedToOther && <span className="text-primary">Needs attention: </span>}
              {attention}
            </span>
          </p>
        )}
        {!attention && <p className="text-muted-foreground">No action needed.</p>}
        <p className="mt-1 text-muted-foreground empty:hidden">
          {handedToId && handedOverAt && `Assigned to ${name ?? 'a teammate'} on ${formatMoment(handedOverAt)}. `}
          {attentionEndedAt && attention && `Resolved on ${formatMoment(attentionEndedAt)}.`}
        </p>
        <p className="mt-1 empty:hidden">
          <AlertLine alerts={alerts} zone={zone} />
        </p>
      </div>
      {!canChange && <ClaimAlertButton alerts={alerts} />}
      {canChange && (
        <div className="flex flex-wrap gap-2">
          <ClaimAlertButton alerts={alerts} />
          {isUnresolved && <Button onClick={() => mutate({ attentionEnded: true })}>Resolve</Button>}
          {attention && !isUnresolved && (
            <Button variant="quiet" onClick={() => mutate({ attentionEnded: false })}>
              Reopen
            </Button>
          )}
          <Button variant="quiet" onClick={() => setIsAssigning(true)}>
            Assign
          </Button>
          {isUnresolved && handedToId && (
            <Button variant="quiet" onClick={() => mutate({ handedToId: null })}>
              Unassign
            </Button>
          )}
        </div>
      )}
      <Dialog
        isOpen={isAssigning}
        onOpenChange={setIsAssigning}
        title="Assign this call"
        description="They’ll see it under Calls, Assigned to you, until it’s resolved."
      >
        <AssignForm
          call={call}
          onClose={() => setIsAssigning(false)}
          onAssign={(change) => {
            setIsAssigning(false)
            mutate(change)
          }}
        />
      </Dialog>
    </section>
  )
}
