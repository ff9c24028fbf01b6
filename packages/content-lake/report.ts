import { inspect } from 'node:util'

/** Writes an error that no caller can be told of, or that must not be told in detail, to stderr. */
export function report(error: unknown): void {
  process.stderr.write(`content lake: ${inspect(error)}\n`)
}
