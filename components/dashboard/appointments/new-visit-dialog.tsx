'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import {
  type AppointmentAnswer,
  appointmentAnswer,
  type AppointmentDraft,
  appointmentDraft,
} from '@/lib/appointments/calendar.ts'
import type { AppointmentForm } from '@/lib/appointments/dashboard-input.ts'
import { overlapWords } from '@/lib/appointments/doubts.ts'
import type { LocalWindow } from '@/lib/appointments/window.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { setServerErrors } from '../server-errors.ts'
import { sendChange } from '../use-optimistic-mutation.ts'
import { Loading } from '../loading.tsx'
import { VisitFields, visitText } from './visit-fields.tsx'
import { useVisitDoubts } from './use-visit-doubts.tsx'
import { shortWindow } from './visit-words.ts'
import { WindowFields, windowInZone } from './window-fields.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

type Props = {
  reader: Reader
  timeZone: string
  technicians: readonly string[]
  /** The window that it begins with. */
  first: LocalWindow
  /** The lead that it is made of. */
  leadId: string | undefined
  onClose: () => void
  onMade: (answer: AppointmentAnswer) => void
}

type FormProps = Omit<Props, 'leadId'> & { draft: AppointmentDraft | undefined }

function NewVisitForm({ reader, timeZone, technicians, first, draft, onClose, onMade }: FormProps) {
  const form = useForm({
    resolver: zodResolver(visitText.extend({ window: windowInZone(timeZone), isAgreed: z.boolean() })),
    defaultValues: { ...draft, technician: '', window: first, isAgreed: true },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [technician, isAgreed] = useWatch({ control, name: ['technician', 'isAgreed'] })
  const cache = useQueryClient()
  const toast = useToast()
  const { isSure, question } = useVisitDoubts()
  const book = handleSubmit(async ({ isAgreed, ...written }) => {
    if (!(await isSure({ window: written.window, technician: written.technician }))) return
    const visit: AppointmentForm = {
      ...written,
      state: isAgreed ? 'confirmed' : 'requested',
      ...(draft && { leadId: draft.leadId, callId: draft.callId }),
    }
    // Without an answer there is nothing in it that could be read.
    const answer = await sendChange('appointments', 'POST', visit).catch(() => undefined)
    const { data } = appointmentAnswer.safeParse(answer)
    if (!data) return setServerErrors(form, answer)
    const warning = overlapWords(data.appointment, data.overlaps, timeZone)
    toast({
      title: `Booked for ${shortWindow(data.appointment, timeZone)}`,
      tone: warning ? 'quiet' : 'accent',
      ...(warning && { description: warning }),
    })
    onMade(data)
    await cache.invalidateQueries({ queryKey: ['dashboard'] })
  })
  return (
    <FormProvider {...form}>
      <form className="grid gap-5" onSubmit={book}>
        <WindowFields reader={reader} timeZone={timeZone} technician={technician?.trim() ?? null} />
        <VisitFields technicians={technicians} />
        <label className="flex min-h-11 items-center gap-3">
          <Checkbox {...register('isAgreed')} />
          The customer has agreed to this time
        </label>
        {errors.root && (
          <p role="alert" className="font-medium text-primary">
            {errors.root.message}
          </p>
        )}
        <DialogActions className="mt-0">
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Booking …' : isAgreed ? 'Book the visit' : 'Keep as a request'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Do not book
          </Button>
        </DialogActions>
      </form>
      {question}
    </FormProvider>
  )
}

/** Makes a visit, of a lead or of nothing. What was typed stays when it could not be made. */
export function NewVisitDialog({ leadId, ...props }: Props) {
  const { data: draft, isLoading } = useQuery({
    ...dashboardQuery('appointments/draft', appointmentDraft, props.reader, { lead: leadId }),
    enabled: leadId !== undefined,
  })
  const about = draft
    ? `For your lead ${draft.customer}, who counts as booked once the time is agreed.`
    : 'The lead that this visit was for could not be read.'
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && props.onClose()}
      title="New visit"
      {...(leadId && !isLoading && { description: about })}
    >
      {isLoading ? <Loading label="Loading the lead" rows={4} /> : <NewVisitForm {...props} draft={draft} />}
    </Dialog>
  )
}
