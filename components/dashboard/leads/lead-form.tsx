'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, Controller, useForm } from 'react-hook-form'
import { SOURCE_NAMES, SOURCES, URGENCIES, URGENCY_NAMES } from '@/lib/leads/lead.ts'
import { leadRecord, type LeadRecord } from '@/lib/leads/record.ts'
import { formatPhone } from '@/lib/phone.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { setServerErrors } from '../server-errors.ts'

const optional = z
  .string()
  .trim()
  .nullable()
  .transform((text) => text || null)

/** What somebody writes about a lead. What is wrong with it the server says. */
const leadFields = z.object({
  name: z.string().trim(),
  phone: optional,
  problem: z.string().trim(),
  urgency: z.enum(URGENCY_NAMES),
  source: z.enum(SOURCE_NAMES),
  address: optional,
  zip: optional,
  system: optional,
  email: optional,
  safety: optional,
})

export type LeadFields = z.output<typeof leadFields>

const stored = z.object({ lead: leadRecord })

const URGENCY_OPTIONS = URGENCY_NAMES.map((value) => ({ value, label: URGENCIES[value] }))

/** An own system adds its leads itself. */
const SOURCE_OPTIONS = SOURCE_NAMES.filter((name) => name !== 'api').map((value) => ({ value, label: SOURCES[value] }))

/** What is only asked of a new lead: later both are seen beside what is written. */
function Origin({ control }: { control: Control<z.input<typeof leadFields>, unknown, LeadFields> }) {
  return (
    <>
      <Controller
        name="urgency"
        control={control}
        render={({ field: { value, onChange } }) => (
          <Select label="Urgency" options={URGENCY_OPTIONS} value={value} onChange={onChange} />
        )}
      />
      <Controller
        name="source"
        control={control}
        render={({ field: { value, onChange } }) => (
          <Select label="Came by" options={SOURCE_OPTIONS} value={value} onChange={onChange} />
        )}
      />
    </>
  )
}

type LeadFormProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What is there already; undefined for a new one. */
  lead?: LeadRecord
  confirm: string
  /** Sends what was written; its answer is the API's. */
  send: (fields: LeadFields) => Promise<unknown>
  onStored: (lead: LeadRecord) => void
}

function Fields({ lead, confirm, send, onStored, onOpenChange }: Omit<LeadFormProps, 'isOpen' | 'title'>) {
  const form = useForm({
    resolver: zodResolver(leadFields),
    defaultValues: lead
      ? { ...lead, phone: lead.phone && formatPhone(lead.phone) }
      : { urgency: 'soon', source: 'call' },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const text = (name: Exclude<keyof LeadFields, 'urgency' | 'source'>) => ({
    ...register(name),
    autoComplete: 'off',
    error: errors[name]?.message,
  })
  const submit = handleSubmit(async (fields) => {
    // Without an answer there is nothing in it that could be read.
    const answer = await send(fields).catch(() => undefined)
    const { data } = stored.safeParse(answer)
    if (!data) return setServerErrors(form, answer)
    onOpenChange(false)
    onStored(data.lead)
  })
  return (
    <form className="grid gap-4 sm:grid-cols-2" noValidate onSubmit={submit}>
      {errors.root && (
        <p role="alert" className="sm:col-span-full font-medium text-primary">
          {errors.root.message}
        </p>
      )}
      <TextField label="Name" {...text('name')} required />
      <TextField label="Phone" {...text('phone')} type="tel" />
      <div className="sm:col-span-full">
        <TextArea label="Problem, in the caller’s words" {...text('problem')} rows={3} required />
      </div>
      {!lead && <Origin control={control} />}
      <TextField label="Address" {...text('address')} />
      <TextField label="ZIP code" {...text('zip')} inputMode="numeric" />
      <TextField label="System" {...text('system')} placeholder="Furnace, heat pump …" />
      <TextField label="Email" {...text('email')} type="email" />
      <div className="sm:col-span-full">
        <TextField label="Safety" {...text('safety')} hint="What makes it dangerous, such as a smell of gas." />
      </div>
      <DialogActions className="mt-2 sm:col-span-full">
        <Button type="submit" disabled={isSubmitting}>
          {confirm}
        </Button>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
      </DialogActions>
    </form>
  )
}

/** A dialog in which somebody writes down a lead, or corrects what is written. */
export function LeadForm({ isOpen, title, ...props }: LeadFormProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={props.onOpenChange} title={title}>
      <Fields {...props} />
    </Dialog>
  )
}
