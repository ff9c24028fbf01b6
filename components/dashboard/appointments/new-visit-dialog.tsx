'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AppointmentAnswer,
  appointmentAnswer,
  type AppointmentDraft,
  appointmentDraft,
} from '@/lib/appointments/calendar.ts'
import type { AppointmentForm } from '@/lib/appointments/dashboard-input.ts'
import type { LocalWindow } from '@/lib/appointments/window.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import { Loading } from '../loading.tsx'
import { sentText, type VisitText, VisitFields } from './visit-fields.tsx'
import { overlapWords, shortWindow } from './visit-words.ts'
import { problemOf, WindowFields } from './window-fields.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

type Problem = { path: string; message: string }

const problemsIn = (failure: Failure): Problem[] => {
  const { problems } = failure as { problems?: unknown }
  return Array.isArray(problems) ? (problems as Problem[]) : []
}

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
  const [text, setText] = useState<VisitText>({
    customer: draft?.customer ?? '',
    phone: draft?.phone ?? '',
    address: draft?.address ?? '',
    job: draft?.job ?? '',
    technician: '',
  })
  const [window, setWindow] = useState(first)
  const [isAgreed, setIsAgreed] = useState(true)
  const [isTried, setIsTried] = useState(false)
  const [problems, setProblems] = useState<Problem[]>([])
  const cache = useQueryClient()
  const toast = useToast()
  const windowProblem = problemOf(window, timeZone)
  const make = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (input: AppointmentForm) => sendChange<AppointmentAnswer>('appointments', 'POST', input),
    onSuccess: async (answer) => {
      const { success, data } = appointmentAnswer.safeParse(answer)
      if (!success) {
        setProblems('error' in answer ? [...problemsIn(answer), { path: '', message: answer.error }] : [])
        return
      }
      const warning = overlapWords(data.appointment, data.overlaps, timeZone)
      toast({
        title: `Booked for ${shortWindow(data.appointment, timeZone)}`,
        tone: warning ? 'quiet' : 'accent',
        ...(warning && { description: warning }),
      })
      onMade(data)
      await cache.invalidateQueries({ queryKey: ['dashboard'] })
    },
    onError: () => setProblems([{ path: '', message: 'The connection may be gone. Try again in a minute.' }]),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    setProblems([])
    if (windowProblem) return
    make.mutate({
      ...sentText(text),
      window,
      state: isAgreed ? 'confirmed' : 'requested',
      ...(draft && { leadId: draft.leadId, callId: draft.callId }),
    })
  }
  const ofWindow = problems.find(({ path }) => path.startsWith('window.'))
  const elsewhere = problems.find(({ path }) => path === '')
  return (
    <form className="grid gap-5" onSubmit={send}>
      <WindowFields
        reader={reader}
        timeZone={timeZone}
        window={window}
        onChange={setWindow}
        problem={
          ofWindow
            ? { field: ofWindow.path.slice(7) as keyof LocalWindow, message: ofWindow.message }
            : isTried
              ? windowProblem
              : undefined
        }
        technician={text.technician.trim()}
      />
      <VisitFields text={text} onChange={setText} technicians={technicians} problems={problems} />
      <label className="flex min-h-11 items-center gap-3">
        <Checkbox checked={isAgreed} onChange={({ target }) => setIsAgreed(target.checked)} />
        The customer has agreed to this time
      </label>
      {elsewhere && (
        <p role="alert" className="font-medium text-primary">
          {elsewhere.message}
        </p>
      )}
      <DialogActions className="mt-0">
        <Button type="submit" disabled={make.isPending}>
          {make.isPending ? 'Booking …' : isAgreed ? 'Book the visit' : 'Keep as a request'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Do not book
        </Button>
      </DialogActions>
    </form>
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
