import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import {
  type AppointmentResponse,
  appointmentResponse,
  type AppointmentDraft,
  appointmentDraft,
} from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentForm } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { formatOverlapWarning } from '@/lib/dashboard/appointments/warnings.ts'
import type { LocalWindow } from '@/lib/dashboard/appointments/window.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { z } from '@/lib/values/zod.ts'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FormError, setServerErrors } from '../server-errors.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'
import { Loading } from '../loading.tsx'
import { VisitFields, visitText, WindowFields, createWindowSchema, useVisitWarnings } from './visit-fields.tsx'
import { formatShortWindow } from './visit-format.ts'

type Props = {
  reader: Reader
  timeZone: string
  technicians: readonly string[]
  first: LocalWindow
  leadId: string | undefined
  onClose: () => void
  onCreated: (answer: AppointmentResponse) => void
}

type FormProps = Omit<Props, 'leadId'> & { draft: AppointmentDraft | undefined }

const AGREED_OPTIONS = { yes: 'Yes, book it', no: 'Not yet, save as a request' } as const

const agreedSchema = z.enum(
  Object.keys(AGREED_OPTIONS) as (keyof typeof AGREED_OPTIONS)[],
  'Choose whether the customer has agreed',
)

function NewVisitForm({ reader, timeZone, technicians, first, draft, onClose, onCreated }: FormProps) {
  const form = useForm({
    resolver: zodResolver(visitText.extend({ window: createWindowSchema(timeZone), agreed: agreedSchema })),
    defaultValues: { ...draft, technician: '', window: first },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const errorId = useId()
  const [technician, isAgreed] = useWatch({ control, name: ['technician', 'agreed'] })
  const cache = useQueryClient()
  const toast = useToast()
  const { isSure, question } = useVisitWarnings()
  const book = handleSubmit(async ({ agreed: agreedAnswer, ...formValues }) => {
    if (!(await isSure({ window: formValues.window, technician: formValues.technician }))) return
    const visit: AppointmentForm = {
      ...formValues,
      state: agreedAnswer === 'yes' ? 'confirmed' : 'requested',
      ...(draft && { leadId: draft.leadId, callId: draft.callId }),
    }
    // After a network error, `response` is undefined, and `setServerErrors` shows a message.
    const response = await sendChange('appointments', 'POST', visit).catch(() => undefined)
    const { data } = appointmentResponse.safeParse(response)
    if (!data) return setServerErrors(form, response)
    const warning = formatOverlapWarning(data.appointment, data.overlaps, timeZone)
    toast({
      title: `${data.appointment.state === 'requested' ? 'Saved as a request for' : 'Booked for'} ${formatShortWindow(data.appointment, timeZone)}`,
      tone: warning ? 'quiet' : 'accent',
      ...(warning && { description: warning }),
    })
    onCreated(data)
    await cache.invalidateQueries({ queryKey: ['dashboard'] })
  })
  return (
    <FormProvider {...form}>
      <form className="grid gap-5" onSubmit={book}>
        <WindowFields reader={reader} timeZone={timeZone} technician={technician?.trim() ?? null} />
        <VisitFields technicians={technicians} />
        <fieldset aria-describedby={errors.agreed && errorId}>
          <legend className="font-medium">Has the customer agreed to this time?</legend>
          <div className="mt-1 flex flex-wrap gap-x-6">
            {Object.entries(AGREED_OPTIONS).map(([value, label]) => (
              <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  {...register('agreed')}
                  type="radio"
                  value={value}
                  className="size-6 flex-none cursor-pointer accent-foreground"
                />
                {label}
              </label>
            ))}
          </div>
          {errors.agreed && (
            <p id={errorId} className="mt-1 font-medium text-primary">
              {errors.agreed.message}
            </p>
          )}
        </fieldset>
        <FormError error={errors.root} />
        <FormActions
          className="mt-0"
          submit={isSubmitting ? 'Booking …' : isAgreed === 'no' ? 'Save as request' : 'Book visit'}
          cancel="Cancel"
          onCancel={onClose}
          isBusy={isSubmitting}
        />
      </form>
      {question}
    </FormProvider>
  )
}

export function NewVisitDialog({ leadId, ...props }: Props) {
  const { data: draft, isLoading } = useQuery({
    ...buildDashboardQuery('appointments/draft', appointmentDraft, props.reader, { lead: leadId }),
    enabled: leadId !== undefined,
  })
  const description = draft
    ? `For your lead ${draft.customer}. It’s marked Booked once the customer agrees to the time.`
    : 'The lead for this visit couldn’t be loaded.'
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && props.onClose()}
      title="New visit"
      {...(leadId && !isLoading && { description })}
    >
      {isLoading ? <Loading label="Loading lead" rows={4} /> : <NewVisitForm {...props} draft={draft} />}
    </Dialog>
  )
}
