const UNIQUE_VIOLATION = '23505'

/** Whether Postgres refused a row because another has a value that only one may have. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION || isUniqueViolation(error.cause)
}
