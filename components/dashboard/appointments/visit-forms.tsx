'use client'

import { type FormEvent, useState } from 'react'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { WantedChange } from './use-visit-change.ts'
import { sentText, type VisitText, VisitFields } from './visit-fields.tsx'
import { problemOf, WindowFields, windowOf } from './window-fields.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

type Change = WantedChange['change']

const submitting = (work: () => void) => (event: FormEvent) => {
  event.preventDefault()
  work()
}

type MoveFormProps = {
  reader: Reader
  timeZone: string
  visit: AppointmentRecord
  onBack: () => void
  onMove: (change: Change) => void
}

/** Another window for a visit, and why. */
export function MoveForm({ reader, timeZone, visit, onBack, onMove }: MoveFormProps) {
  const first = windowOf(visit, timeZone)
  const [window, setWindow] = useState(first)
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const problem = problemOf(window, timeZone)
  const isSame = window.day === first.day && window.from === first.from && window.to === first.to
  const move = submitting(() => {
    setIsTried(true)
    if (problem) return
    // The same times again can be other moments, in the hour that comes twice.
    if (isSame) onBack()
    else onMove({ window, ...(reason.trim() && { reason: reason.trim() }) })
  })
  return (
    <form onSubmit={move} className="grid gap-4">
      <WindowFields
        reader={reader}
        timeZone={timeZone}
        window={window}
        onChange={setWindow}
        problem={isTried ? problem : undefined}
        technician={visit.technician}
        ownId={visit.id}
      />
      <TextField
        label="Why"
        maxLength={500}
        autoComplete="off"
        placeholder="The customer is away on Monday"
        hint="Kept with the visit, for whoever asks later."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogActions className="mt-0">
        <Button type="submit">Move it</Button>
        <Button variant="quiet" onClick={onBack}>
          Keep the time
        </Button>
      </DialogActions>
    </form>
  )
}

/** Why a visit is cancelled: it is not without a reason. */
export function CancelForm({ onBack, onCancel }: { onBack: () => void; onCancel: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const cancel = submitting(() => {
    setIsTried(true)
    if (reason.trim()) onCancel(reason.trim())
  })
  return (
    <form onSubmit={cancel} className="grid gap-4" noValidate>
      <TextArea
        label="Why"
        required
        rows={2}
        maxLength={500}
        placeholder="Found another company"
        hint="The visit stays in the calendar, struck through. The customer is not told by us."
        error={isTried && !reason.trim() ? 'Say why it is cancelled' : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogActions className="mt-0">
        <Button type="submit">Cancel the visit</Button>
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
  onSave: (change: Change) => void
}

/** Whom a visit is for, where and what for, and who goes. */
export function EditForm({ visit, technicians, onBack, onSave }: EditFormProps) {
  const [text, setText] = useState<VisitText>({
    customer: visit.customer,
    phone: visit.phone ?? '',
    address: visit.address ?? '',
    job: visit.job,
    technician: visit.technician ?? '',
  })
  const save = submitting(() => {
    const sent = sentText(text)
    const changed = Object.entries(sent).filter(([field, value]) => value !== visit[field as keyof typeof sent])
    if (changed.length === 0) onBack()
    else onSave(Object.fromEntries(changed))
  })
  return (
    <form onSubmit={save} className="grid gap-5">
      <VisitFields text={text} onChange={setText} technicians={technicians} problems={[]} />
      <DialogActions className="mt-0">
        <Button type="submit">Save</Button>
        <Button variant="quiet" onClick={onBack}>
          Keep it as it is
        </Button>
      </DialogActions>
    </form>
  )
}
