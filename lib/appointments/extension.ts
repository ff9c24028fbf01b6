import { splitExtension } from '../phone-number.ts'

/**
 * Moves the extension of a typed number to the job, where the technician reads it: numbers are dialed and matched without.
 * @param job as it is stored, for a change that does not name another
 */
export function moveExtension<Values extends { phone?: string | null | undefined; job?: string | undefined }>(
  values: Values,
  job = '',
): Values {
  if (!values.phone) return values
  const { number, extension } = splitExtension(values.phone)
  if (!extension) return { ...values, phone: number }
  const note = `(phone extension ${extension})`
  const before = values.job ?? job
  return { ...values, phone: number, job: before.includes(note) ? before : `${before} ${note}`.trim() }
}
