'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { storableText } from '@/lib/fields.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { WantedChange } from './use-visit-change.ts'
import { VisitFields, visitText } from './visit-fields.tsx'
import { WindowFields, windowInZone, windowOf } from './window-fields.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

type Change = WantedChange['change']

type MoveFormProps = {
  reader: Reader
  timeZone: string
  visit: AppointmentRecord
  onBack: () => void
  onMove: (change: Change) => Promise<void>
}

/** Another window for a visit, and why. */
export function MoveForm({ reader, timeZone, visit, onBack, onMove }: MoveFormProps) {
  const first = windowOf(visit, timeZone)
  const form = useForm({
    resolver: zodResolver(z.object({ window: windowInZone(timeZone), reason: z.string().trim() })),
    defaultValues: { window: first, reason: '' },
  })
  const move = form.handleSubmit(async ({ window, reason }) => {
    const isSame = window.day === first.day && window.from === first.from && window.to === first.to
    // The same times again can be other moments, in the hour that comes twice.
    if (isSame) onBack()
    else await onMove({ window, ...(reason && { reason }) })
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={move} className="grid gap-4">
        <WindowFields reader={reader} timeZone={timeZone} technician={visit.technician} ownId={visit.id} />
        <TextField
          {...form.register('reason')}
          label="Why"
          maxLength={500}
          autoComplete="off"
          placeholder="The customer is away on Monday"
          hint="Kept with the visit, for whoever asks later."
        />
        <DialogActions className="mt-0">
          <Button type="submit">Move it</Button>
          <Button variant="quiet" onClick={onBack}>
            Keep the time
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}

const cancellation = z.object({ reason: storableText(500, 'Say why it is canceled') })

/** Why a visit is cancelled: it is not without a reason. */
export function CancelForm({ onBack, onCancel }: { onBack: () => void; onCancel: (reason: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(cancellation),
    defaultValues: { reason: '' },
  })
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(({ reason }) => onCancel(reason))} className="grid gap-4" noValidate>
      <TextArea
        {...register('reason')}
        label="Why"
        required
        rows={2}
        maxLength={500}
        placeholder="Found another company"
        hint="The visit stays in the calendar, struck through. The customer is not told by us."
        error={errors.reason?.message}
      />
      <DialogActions className="mt-0">
        <Button type="submit" variant="danger-solid">
          Cancel the visit
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Keep it
        </Button>
      </DialogActions>
    </form>
  )
}

type EditFormProps = {
  visit: AppointmentRecord
  technicians: readonly string[]
  onBack: () => void
  onSave: (change: Change) => Promise<void>
}

/** Whom a visit is for, where and what for, and who goes. */
export function EditForm({ visit, technicians, onBack, onSave }: EditFormProps) {
  const form = useForm({ resolver: zodResolver(visitText), defaultValues: visit })
  const save = form.handleSubmit(async (text) => {
    const changed = Object.entries(text).filter(([field, value]) => value !== visit[field as keyof typeof text])
    if (changed.length === 0) onBack()
    else await onSave(Object.fromEntries(changed))
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={save} className="grid gap-5">
        <VisitFields technicians={technicians} />
        <DialogActions className="mt-0">
          <Button type="submit">Save</Button>
          <Button variant="quiet" onClick={onBack}>
            Keep it as it is
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}
