import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { z } from '@/lib/zod.ts'

const problems = z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })).min(1) })

const refusal = z.object({ error: z.string() })

const UNREACHABLE = 'The connection may be gone. Try again in a minute.'

/** Puts into a form what the server found wrong: at the fields, of which the first gets the focus, else at the form. */
export function setServerErrors<Fields extends FieldValues>(setError: UseFormSetError<Fields>, answer: unknown): void {
  const fields = problems.safeParse(answer)
  if (!fields.success) {
    setError('root', { message: refusal.safeParse(answer).data?.error ?? UNREACHABLE })
    return
  }
  for (const [position, { path, message }] of fields.data.problems.entries()) {
    setError((path || 'root') as Path<Fields>, { message }, { shouldFocus: position === 0 })
  }
}
