'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type CallerPage, callerRecord, type CallerRecord } from '@/lib/callers/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { setServerErrors } from '../server-errors.ts'
import { sendChange } from '../use-optimistic-mutation.ts'
import { callerKey, callersKey, nameOfCaller } from './use-callers.ts'

const optional = z
  .string()
  .trim()
  .nullable()
  .transform((text) => text || null)

/** What somebody writes about a caller. What is wrong with it the server says. */
const knownFields = z.object({
  name: optional,
  address: optional,
  house: optional,
  system: optional,
  notes: optional,
})

type Known = z.output<typeof knownFields>

const NAMES = Object.keys(knownFields.shape) as (keyof Known)[]

const knownOf = (caller: CallerRecord): Known =>
  Object.fromEntries(NAMES.map((name) => [name, caller[name] ?? ''])) as Known

const stored = z.object({ caller: callerRecord })
const conflict = z.object({ reason: z.literal('conflict'), current: callerRecord })

/** What is known of a caller, the house and the system, for who may write it. */
export function KnownForm({ caller, reader }: { caller: CallerRecord; reader: Reader }) {
  const cache = useQueryClient()
  const toast = useToast()
  const key = callerKey(caller.id, reader)
  // Until something is typed, the fields show what is there; what is typed stays whatever others change.
  const form = useForm({
    resolver: zodResolver(knownFields),
    values: knownOf(caller),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { register, handleSubmit, reset, formState } = form
  const { errors, isSubmitting, dirtyFields, isDirty } = formState
  const text = (name: keyof Known) => ({ ...register(name), autoComplete: 'off', error: errors[name]?.message })
  const keep = (record: CallerRecord) =>
    cache.setQueryData<CallerPage>(key, (page) => page && { ...page, caller: record })
  const submit = handleSubmit(async (fields) => {
    const changed = Object.fromEntries(NAMES.filter((name) => dirtyFields[name]).map((name) => [name, fields[name]]))
    const version = cache.getQueryData<CallerPage>(key)?.caller.version ?? caller.version
    const answer: unknown = await sendChange(nameOfCaller(caller.id), 'PATCH', { version, ...changed }).catch(
      // Without an answer there is nothing in it that could be read.
      () => undefined,
    )
    const theirs = conflict.safeParse(answer)
    if (theirs.success) {
      keep(theirs.data.current)
      form.setError('root', {
        message: 'Somebody else changed this caller meanwhile. Save again to keep what is written here.',
      })
      return
    }
    const { data } = stored.safeParse(answer)
    if (!data) return setServerErrors(form, answer)
    reset(knownOf(data.caller))
    keep(data.caller)
    void cache.invalidateQueries({ queryKey: callersKey(reader) })
    toast({ title: 'Saved', tone: 'accent' })
  })
  return (
    <form className="grid gap-4 sm:grid-cols-2" noValidate onSubmit={submit}>
      {errors.root && (
        <p role="alert" className="font-medium text-primary sm:col-span-full">
          {errors.root.message}
        </p>
      )}
      <TextField label="Name" {...text('name')} hint="Emptied, it is the one of their next call." />
      <TextField label="Address" {...text('address')} />
      <TextArea label="House" {...text('house')} rows={3} placeholder="Where the furnace stands, where to park …" />
      <TextArea label="System" {...text('system')} rows={3} placeholder="Make, model, year, last service …" />
      <div className="sm:col-span-full">
        <TextArea label="Notes" {...text('notes')} rows={4} />
      </div>
      <p className="sm:col-span-full">
        <Button type="submit" disabled={isSubmitting || !isDirty}>
          Save
        </Button>
      </p>
    </form>
  )
}
