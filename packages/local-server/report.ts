import { inspect } from 'node:util'

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const reporter =
  (server: string) =>
  (error: unknown, what?: string): void => {
    process.stderr.write(`${server}: ${what === undefined ? '' : `${what}: `}${inspect(error)}\n`)
  }
