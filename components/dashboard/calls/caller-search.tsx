'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { type CallerRecord, callerRecord } from '@/lib/calls/record.ts'
import { formatPhone } from '@/lib/phone.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import { CallerResult } from './caller-result.tsx'

/** The words of a refusal, or that there was none. */
class SearchError extends Error {}

const FAILED = 'The search did not work. Try again in a minute.'

async function search(phone: string): Promise<CallerRecord> {
  const answer = await sendChange<CallerRecord>('calls/callers', 'POST', { phone })
  const { success, data } = callerRecord.safeParse(answer)
  if (!success) throw new SearchError((answer as Failure).error ?? FAILED)
  return data
}

type CallerSearchProps = {
  reader: Reader
  /** Found already, for somebody who comes from a call. */
  initial: CallerRecord | undefined
  /** Whether this person may export and delete. */
  mayManage: boolean
}

/** Finds what is kept about a caller by their number, which is in no address. */
export function CallerSearch({ reader, initial, mayManage }: CallerSearchProps) {
  const cache = useQueryClient()
  const [phone, setPhone] = useState(initial ? formatPhone(initial.phone) : '')
  const [found, setFound] = useState(initial)
  const { mutate, isPending, error } = useMutation({ mutationFn: search, onSuccess: setFound, networkMode: 'always' })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    mutate(phone)
  }
  const deleted = async (record: CallerRecord) => {
    mutate(record.phone)
    await cache.invalidateQueries({ queryKey: queryKeyOf('calls', reader) })
  }
  return (
    <div className="grid gap-5">
      <form
        onSubmit={submit}
        className="grid gap-3 rounded-xl panel p-5 sm:grid-cols-[minmax(0,20rem)_auto] sm:items-start sm:justify-start"
      >
        <TextField
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="(212) 555-0142"
          value={phone}
          error={error ? (error instanceof SearchError ? error.message : FAILED) : undefined}
          onChange={({ target }) => setPhone(target.value)}
        />
        <Button type="submit" disabled={isPending} className="sm:mt-6.75">
          Search
        </Button>
      </form>
      <div aria-live="polite" aria-busy={isPending}>
        {found && (
          <CallerResult key={found.phone} caller={found} mayManage={mayManage} onDeleted={() => deleted(found)} />
        )}
      </div>
    </div>
  )
}
