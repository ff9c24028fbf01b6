import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from '@/lib/zod.ts'

const refusal = z.object({
  error: z.string(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

const UNREACHABLE = { error: 'The connection may be gone. Try again in a minute.', problems: undefined }

/**
 * Puts into a form what the server found wrong: at its fields, of which the first gets the focus; what is wrong with none
 * of them at the form.
 * @param answer what the server sent, if anything
 */
export function setServerErrors<Fields extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>,
  answer: unknown,
): void {
  const { error, problems = [{ path: '', message: error }] } = refusal.safeParse(answer).data ?? UNREACHABLE
  for (const [position, { path, message }] of problems.entries()) {
    const isField = path !== '' && getValues(path as Path<Fields>) !== undefined
    setError(isField ? (path as Path<Fields>) : 'root', { message }, { shouldFocus: position === 0 })
  }
}
