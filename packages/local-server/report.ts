import { inspect } from 'node:util'

export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const createReporter =
  (server: string) =>
  (error: unknown, context?: string): void => {
    process.stderr.write(`${server}: ${context === undefined ? '' : `${context}: `}${inspect(error)}\n`)
  }
