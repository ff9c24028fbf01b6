import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from '@/lib/values/zod.ts'
import { UNREACHABLE_MESSAGE } from './use-optimistic-mutation.ts'

export const optionalText = z
  .string()
  .trim()
  .nullable()
  .transform((text) => text || null)

const errorResponse = z.object({
  error: z.string(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

export function setServerErrors<Fields extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>,
  response: unknown,
): void {
  const { error, problems = [{ path: '', message: error }] } = errorResponse.safeParse(response).data ?? {
    error: UNREACHABLE_MESSAGE,
  }
  for (const [position, { path, message }] of problems.entries()) {
    const isField = path !== '' && getValues(path as Path<Fields>) !== undefined
    setError(isField ? (path as Path<Fields>) : 'root', { message }, { shouldFocus: position === 0 })
  }
}

export const FormError = ({ error }: { error: { message?: string } | undefined }) =>
  error && (
    <p role="alert" className="font-medium text-primary sm:col-span-full">
      {error.message}
    </p>
  )
