import { useState } from 'react'
import type { z } from 'zod'
import { splitIntoRequests } from '@/lib/dashboard/imports/check-rows.ts'
import type { NewImport } from '@/lib/dashboard/imports/input.ts'
import type { FileRow } from '@/lib/dashboard/imports/read-file.ts'
import type { importAnswer } from '@/lib/dashboard/imports/record.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

type Answer = z.infer<typeof importAnswer>

type StartInput = Omit<NewImport, 'rowCount'> & { rows: FileRow[] }

/** Uploads the rows in several requests. The server starts the import after the last one. */
export function useStartImport(reader: Reader, onStarted: (id: string) => void) {
  const [sentRows, setSentRows] = useState(0)
  const send = async ({ rows, ...input }: StartInput) => {
    setSentRows(0)
    let answer = await sendChange<Answer>('imports', 'POST', { ...input, rowCount: rows.length })
    for (const request of splitIntoRequests(rows)) {
      if (!('import' in answer)) return answer
      answer = await sendChange<Answer>(`imports/${answer.import.id}/rows`, 'POST', { rows: request })
      setSentRows((sent) => sent + request.length)
    }
    return answer
  }
  const { mutate, isPending } = useOptimisticMutation<StartInput, Answer>({
    send,
    failureTitle: 'Couldn’t start the import',
    invalidates: [buildQueryKey('imports', reader)],
  })
  const start = (input: StartInput) => mutate(input, { onSuccess: (answer) => onStarted(answer.import.id) })
  return { start, isPending, sentRows }
}
