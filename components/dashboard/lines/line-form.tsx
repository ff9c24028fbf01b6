'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lineRecord, type LineRecord, MAX_NOTE } from '@/lib/lines/line.ts'
import { formatPhone } from '@/lib/phone.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { setServerErrors } from '../server-errors.ts'
import { sendChange } from '../use-optimistic-mutation.ts'

/** What is wrong with the number the server says. */
const fields = z.object({ wish: z.object({ companyPhone: z.string().trim(), note: z.string().trim() }) })

const stored = z.object({ line: lineRecord })
const overtaken = z.object({ reason: z.literal('conflict'), current: lineRecord })

type LineFormProps = { reader: Reader; line: LineRecord | null; onDone?: () => void }

/** Asks for a line, or changes what was asked for. */
function LineForm({ reader, line, onDone }: LineFormProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { wish: { companyPhone: line ? formatPhone(line.companyPhone) : '', note: line?.note ?? '' } },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const readAgain = () => cache.invalidateQueries({ queryKey: queryKeyOf('today', reader) })
  const submit = handleSubmit(async ({ wish }) => {
    // Without an answer there is nothing in it that could be read.
    const answer = await sendChange('line', 'PUT', { version: line?.version ?? 0, wish }).catch(() => undefined)
    if (stored.safeParse(answer).success) {
      const title = line ? 'Your request is changed' : 'Your line is asked for'
      toast({ title, description: 'You get a mail at each step.', tone: 'accent' })
      await readAgain()
      return onDone?.()
    }
    if (!overtaken.safeParse(answer).success) return setServerErrors(form, answer)
    toast({
      title: 'Somebody else was faster',
      description: 'You see now what was asked for, or that it is being set up.',
      tone: 'primary',
    })
    await readAgain()
  })
  return (
    <form noValidate className="mt-3 grid max-w-md gap-4" onSubmit={submit}>
      {errors.root && (
        <p role="alert" className="font-medium text-primary">
          {errors.root.message}
        </p>
      )}
      <TextField
        label="Your company’s number today"
        type="tel"
        autoComplete="tel"
        hint="The number that your customers call. It stays yours."
        error={errors.wish?.companyPhone?.message}
        {...register('wish.companyPhone')}
        required
      />
      <TextArea
        label="What else we should know"
        rows={3}
        maxLength={MAX_NOTE}
        hint="For example your phone company, or when we can reach you. Not needed."
        error={errors.wish?.note?.message}
        {...register('wish.note')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSubmitting}>
          {line ? 'Save' : 'Ask for the line'}
        </Button>
        {onDone && (
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

/** The form while nothing was asked for; then, until somebody begins, the way to change it. */
export function AskForLine({ reader, line }: Omit<LineFormProps, 'onDone'>) {
  const [isOpen, setIsOpen] = useState(false)
  if (!line) return <LineForm reader={reader} line={null} />
  if (isOpen) return <LineForm key={line.version} reader={reader} line={line} onDone={() => setIsOpen(false)} />
  return (
    <p className="mt-2">
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Change the request
      </Button>
    </p>
  )
}
