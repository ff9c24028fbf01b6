import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, Controller, useForm } from 'react-hook-form'
import { SOURCE_NAMES, SOURCES, URGENCIES, URGENCY_NAMES } from '@/lib/dashboard/model/lead.ts'
import { leadRecord, type LeadRecord } from '@/lib/dashboard/leads/record.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { z } from '@/lib/values/zod.ts'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { FormError, optionalText, setServerErrors } from '../server-errors.tsx'

/** Schema that only trims and types the fields. The server validates them. */
const leadFields = z.object({
  name: z.string().trim(),
  phone: optionalText,
  problem: z.string().trim(),
  urgency: z.enum(URGENCY_NAMES),
  source: z.enum(SOURCE_NAMES),
  address: optionalText,
  zip: optionalText,
  system: optionalText,
  email: optionalText,
  safety: optionalText,
})

export type LeadFields = z.output<typeof leadFields>

const savedSchema = z.object({ lead: leadRecord })

const URGENCY_OPTIONS = URGENCY_NAMES.map((value) => ({ value, label: URGENCIES[value] }))

/** Sources that a user can select. `api` is reserved for leads that the API creates. */
const SOURCE_OPTIONS = SOURCE_NAMES.filter((name) => name !== 'api').map((value) => ({ value, label: SOURCES[value] }))

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
          <Select label="Source" options={SOURCE_OPTIONS} value={value} onChange={onChange} />
        )}
      />
    </>
  )
}

type LeadFormProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  lead?: LeadRecord
  confirmLabel: string
  send: (fields: LeadFields) => Promise<unknown>
  onSaved: (lead: LeadRecord) => void
}

function Fields({ lead, confirmLabel, send, onSaved, onOpenChange }: Omit<LeadFormProps, 'isOpen' | 'title'>) {
  const form = useForm({
    resolver: zodResolver(leadFields),
    defaultValues: lead
      ? { ...lead, phone: lead.phone && formatPhone(lead.phone) }
      : { urgency: 'soon', source: 'call' },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const getFieldProps = (name: Exclude<keyof LeadFields, 'urgency' | 'source'>) => ({
    ...register(name),
    autoComplete: 'off',
    error: errors[name]?.message,
  })
  const submit = handleSubmit(async (fields) => {
    // After a network error, `result` is undefined, and `setServerErrors` shows a message.
    const result = await send(fields).catch(() => undefined)
    const { data } = savedSchema.safeParse(result)
    if (!data) return setServerErrors(form, result)
    onOpenChange(false)
    onSaved(data.lead)
  })
  return (
    <form className="grid gap-4 sm:grid-cols-2" noValidate onSubmit={submit}>
      <FormError error={errors.root} />
      <TextField label="Name" {...getFieldProps('name')} required />
      <TextField label="Phone" {...getFieldProps('phone')} type="tel" />
      <div className="sm:col-span-full">
        <TextArea label="Problem, in the caller’s words" {...getFieldProps('problem')} rows={3} required />
      </div>
      {!lead && <Origin control={control} />}
      <TextField label="Address" {...getFieldProps('address')} />
      <TextField label="ZIP code" {...getFieldProps('zip')} inputMode="numeric" />
      <TextField label="System" {...getFieldProps('system')} placeholder="Furnace, heat pump …" />
      <TextField label="Email" {...getFieldProps('email')} type="email" />
      <div className="sm:col-span-full">
        <TextField label="Safety" {...getFieldProps('safety')} hint="Any hazard, such as a gas smell." />
      </div>
      <FormActions
        className="mt-2 sm:col-span-full"
        submit={confirmLabel}
        cancel="Cancel"
        onCancel={() => onOpenChange(false)}
        isBusy={isSubmitting}
      />
    </form>
  )
}

export function LeadForm({ isOpen, title, ...props }: LeadFormProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={props.onOpenChange} title={title}>
      <Fields {...props} />
    </Dialog>
  )
}
