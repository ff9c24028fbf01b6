'use client'

import { type SubmitEvent, useId, useState } from 'react'
import { z } from 'zod'
import { SOURCE_NAMES, SOURCES, type Source, type Urgency, URGENCIES, URGENCY_NAMES } from '@/lib/leads/lead.ts'
import { leadRecord, type LeadRecord } from '@/lib/leads/record.ts'
import { formatPhone } from '@/lib/phone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'

/** What somebody writes about a lead. */
export type LeadFields = Partial<Omit<LeadRecord, 'id' | 'callId' | 'version' | 'createdAt' | 'updatedAt'>>

const REQUIRED = new Set(['name', 'problem'])

/** What is written in a form; empty fields are null. */
const fieldsIn = (form: FormData): LeadFields =>
  Object.fromEntries(
    [...form].map(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : ''
      return [name, text || (REQUIRED.has(name) ? '' : null)]
    }),
  )

const problems = z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) })

const refusal = z.object({ error: z.string() })

const stored = z.object({ lead: leadRecord })

type Errors = Record<string, string>

/** What is wrong, by the field; under the empty name what is wrong with none of them. */
function errorsOf(answer: unknown): Errors {
  const fields = problems.safeParse(answer)
  if (fields.success) return Object.fromEntries(fields.data.problems.map(({ path, message }) => [path, message]))
  const refused = refusal.safeParse(answer)
  return { '': refused.success ? refused.data.error : 'The connection may be gone. Try again in a minute.' }
}

const URGENCY_OPTIONS = URGENCY_NAMES.map((value) => ({ value, label: URGENCIES[value] }))

/** An own system adds its leads itself. */
const SOURCE_OPTIONS = SOURCE_NAMES.filter((name) => name !== 'api').map((value) => ({ value, label: SOURCES[value] }))

/** What is only asked of a new lead: later both are seen beside what is written. */
function Origin() {
  const [urgency, setUrgency] = useState<Urgency>('soon')
  const [source, setSource] = useState<Source>('call')
  return (
    <>
      <Select label="Urgency" name="urgency" options={URGENCY_OPTIONS} value={urgency} onChange={setUrgency} />
      <Select label="Came by" name="source" options={SOURCE_OPTIONS} value={source} onChange={setSource} />
    </>
  )
}

function Fields({ lead, errors }: { lead: LeadRecord | undefined; errors: Errors }) {
  const text = (name: 'name' | 'email' | 'address' | 'zip' | 'problem' | 'safety' | 'system') => ({
    name,
    autoComplete: 'off',
    defaultValue: lead?.[name] ?? '',
    error: errors[name],
  })
  return (
    <>
      {errors[''] && (
        <p role="alert" className="sm:col-span-full font-medium text-primary">
          {errors['']}
        </p>
      )}
      <TextField label="Name" {...text('name')} required />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="off"
        defaultValue={lead?.phone ? formatPhone(lead.phone) : ''}
        error={errors.phone}
      />
      <div className="sm:col-span-full">
        <TextArea label="Problem, in the caller’s words" {...text('problem')} rows={3} required />
      </div>
      {!lead && <Origin />}
      <TextField label="Address" {...text('address')} />
      <TextField label="ZIP code" {...text('zip')} inputMode="numeric" />
      <TextField label="System" {...text('system')} placeholder="Furnace, heat pump …" />
      <TextField label="E-mail" {...text('email')} type="email" />
      <div className="sm:col-span-full">
        <TextField label="Safety" {...text('safety')} hint="What makes it dangerous, such as a smell of gas." />
      </div>
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

/** A dialog in which somebody writes down a lead, or corrects what is written. */
export function LeadForm({ isOpen, onOpenChange, title, lead, confirm, send, onStored }: LeadFormProps) {
  const id = useId()
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setIsSending] = useState(false)
  const change = (open: boolean) => {
    setErrors({})
    onOpenChange(open)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setIsSending(true)
    // Without an answer there is nothing in it that could be read.
    const answer = await send(fieldsIn(new FormData(form))).catch(() => undefined)
    setIsSending(false)
    const { data } = stored.safeParse(answer)
    if (data) {
      change(false)
      onStored(data.lead)
      return
    }
    const found = errorsOf(answer)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={change}
      title={title}
      actions={
        <>
          <Button type="submit" form={id} disabled={isSending}>
            {confirm}
          </Button>
          <Button variant="quiet" onClick={() => change(false)}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-4 sm:grid-cols-2" noValidate onSubmit={(event) => void submit(event)}>
        <Fields lead={lead} errors={errors} />
      </form>
    </Dialog>
  )
}
