'use client'

import { useId } from 'react'
import { TextArea, TextField } from '../../ui/text-field.tsx'

/** What people write of a visit, beside its window. */
export type VisitText = { customer: string; phone: string; address: string; job: string; technician: string }

/** As the server takes it: empty is without. */
export const sentText = ({ customer, phone, address, job, technician }: VisitText) => ({
  customer: customer.trim(),
  phone: phone.trim() || null,
  address: address.trim() || null,
  job: job.trim(),
  technician: technician.trim() || null,
})

type Problem = { path: string; message: string }

type TechnicianProps = { technicians: readonly string[]; value: string; onChange: (value: string) => void }

/** Who goes: one of those who went before, or another name. */
export function TechnicianField({ technicians, value, onChange }: TechnicianProps) {
  const list = useId()
  return (
    <div>
      <TextField
        label="Technician"
        value={value}
        maxLength={120}
        list={list}
        autoComplete="off"
        placeholder="Nobody yet"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {technicians.map((technician) => (
          <option key={technician}>{technician}</option>
        ))}
      </datalist>
    </div>
  )
}

type Props = {
  text: VisitText
  onChange: (text: VisitText) => void
  technicians: readonly string[]
  problems: readonly Problem[]
}

/** Whom the visit is for, where, and what for. */
export function VisitFields({ text, onChange, technicians, problems }: Props) {
  const errorOf = (path: string) => problems.find((problem) => problem.path === path)?.message
  const set = (part: Partial<VisitText>) => onChange({ ...text, ...part })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Customer"
        required
        maxLength={120}
        autoComplete="off"
        value={text.customer}
        error={errorOf('customer')}
        onChange={({ target }) => set({ customer: target.value })}
      />
      <TextField
        label="Phone"
        type="tel"
        maxLength={40}
        autoComplete="off"
        value={text.phone}
        error={errorOf('phone')}
        onChange={({ target }) => set({ phone: target.value })}
      />
      <div className="sm:col-span-2">
        <TextField
          label="Address"
          maxLength={300}
          autoComplete="off"
          value={text.address}
          error={errorOf('address')}
          onChange={({ target }) => set({ address: target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label="What it is for"
          required
          rows={2}
          maxLength={2_000}
          value={text.job}
          error={errorOf('job')}
          onChange={({ target }) => set({ job: target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <TechnicianField
          technicians={technicians}
          value={text.technician}
          onChange={(technician) => set({ technician })}
        />
      </div>
    </div>
  )
}
