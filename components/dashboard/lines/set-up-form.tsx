'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { LINE_STATE_NAMES, LINE_STATES, type StaffLine } from '@/lib/lines/line.ts'
import { formatPhone } from '@/lib/phone.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { setServerErrors } from '../server-errors.ts'
import { sendChange } from '../use-optimistic-mutation.ts'

/** What is wrong with it the server says. */
const fields = z.object({
  setup: z.object({
    state: z.enum(LINE_STATE_NAMES),
    forwardingNumber: z.string().trim(),
    agentId: z.string().trim(),
  }),
})

const done = z.object({ line: z.object({}) })
const overtaken = z.object({ reason: z.literal('conflict') })

const STATES = LINE_STATE_NAMES.map((value) => ({ value, label: LINE_STATES[value] }))

/** In which the staff enters number, assistant and state of one company's line. */
export function SetUpForm({ line, reader }: { line: StaffLine; reader: Reader }) {
  const cache = useQueryClient()
  const toast = useToast()
  const { organizationId, version, state, forwardingNumber, agentId, name } = line
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: {
      setup: { state, forwardingNumber: forwardingNumber ? formatPhone(forwardingNumber) : '', agentId: agentId ?? '' },
    },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const readAgain = () => cache.invalidateQueries({ queryKey: queryKeyOf('lines', reader) })
  const submit = handleSubmit(async ({ setup }) => {
    // Without an answer there is nothing in it that could be read.
    const answer = await sendChange(`lines/${organizationId}`, 'PATCH', { version, setup }).catch(() => undefined)
    if (done.safeParse(answer).success) {
      const description = setup.state === state ? undefined : 'Its admins get a mail.'
      toast({ title: `${name ?? 'The line'} is saved`, ...(description && { description }), tone: 'accent' })
      return readAgain()
    }
    if (!overtaken.safeParse(answer).success) return setServerErrors(form, answer)
    toast({ title: 'Somebody else changed this line meanwhile', description: 'You see it now.', tone: 'primary' })
    return readAgain()
  })
  return (
    <form noValidate className="grid max-w-md content-start gap-4" onSubmit={submit}>
      {errors.root && (
        <p role="alert" className="font-medium text-primary">
          {errors.root.message}
        </p>
      )}
      <TextField
        label="Forwarding number"
        type="tel"
        autoComplete="off"
        error={errors.setup?.forwardingNumber?.message}
        {...register('setup.forwardingNumber')}
      />
      <TextField
        label="Assistant’s id at the voice vendor"
        autoComplete="off"
        error={errors.setup?.agentId?.message}
        {...register('setup.agentId')}
      />
      <Controller
        name="setup.state"
        control={control}
        render={({ field: { value, onChange } }) => (
          <Select label="State" options={STATES} value={value} onChange={onChange} />
        )}
      />
      <div>
        <Button type="submit" disabled={isSubmitting}>
          Save the line
        </Button>
      </div>
    </form>
  )
}
