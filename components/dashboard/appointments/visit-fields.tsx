'use client'

import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { optionalLine } from '@/lib/fields.ts'
import { z } from '@/lib/zod.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'

/** What people write of a visit, beside its window, as the server takes it: empty is without. */
export const visitText = z.object({
  customer: z.string().trim(),
  phone: optionalLine(80),
  address: optionalLine(300),
  job: z.string().trim(),
  technician: optionalLine(120),
})

/** Whom the visit is for, where, what for, and who goes: one of those who went before, or another name. */
export function VisitFields({ technicians }: { technicians: readonly string[] }) {
  const list = useId()
  const { register, formState } = useFormContext<z.input<typeof visitText>>()
  const { errors } = formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...register('customer')}
        label="Customer"
        required
        maxLength={120}
        autoComplete="off"
        error={errors.customer?.message}
      />
      <TextField
        {...register('phone')}
        label="Phone"
        type="tel"
        maxLength={40}
        autoComplete="off"
        error={errors.phone?.message}
      />
      <div className="sm:col-span-2">
        <TextField
          {...register('address')}
          label="Address"
          maxLength={300}
          autoComplete="off"
          error={errors.address?.message}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          {...register('job')}
          label="What it is for"
          required
          rows={2}
          maxLength={2_000}
          error={errors.job?.message}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          {...register('technician')}
          label="Technician"
          maxLength={120}
          list={list}
          autoComplete="off"
          placeholder="No one yet"
        />
        <datalist id={list}>
          {technicians.map((technician) => (
            <option key={technician}>{technician}</option>
          ))}
        </datalist>
      </div>
    </div>
  )
}
