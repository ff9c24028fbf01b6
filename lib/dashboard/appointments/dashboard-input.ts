import { z } from 'zod'
import { appointmentChange, appointmentInput } from './input.ts'
import { localWindow } from './window.ts'

/** The dashboard form has the fields of the API, except that the window is in local time. The server converts it. */
const { startsAt: _startsAt, endsAt: _endsAt, ...inputFields } = appointmentInput.shape

export const appointmentForm = z.strictObject({ ...inputFields, window: localWindow })

export type AppointmentForm = z.input<typeof appointmentForm>

const { startsAt: _changedStart, endsAt: _changedEnd, ...changeFields } = appointmentChange.shape

export const appointmentFormChange = z.strictObject({
  ...changeFields,
  window: localWindow.optional(),
  version: z.int().min(1),
})

export type AppointmentFormChange = z.input<typeof appointmentFormChange>
