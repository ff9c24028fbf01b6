import { inspect } from 'node:util'

/** A function that writes errors to stderr: those that no caller can be told of, or that must not be told in detail. */
export const reporter =
  (server: string) =>
  (error: unknown, what?: string): void => {
    process.stderr.write(`${server}: ${what === undefined ? '' : `${what}: `}${inspect(error)}\n`)
  }
