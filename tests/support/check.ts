import { it } from 'vitest'

export type Row = { what: string; tried: string; expected: string; got: string }

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface TaskMeta {
    row?: Row
  }
}

export type Check = {
  what: string
  tried: string
  expected: string
  /** Timeout in milliseconds, if longer than the default. */
  timeout?: number
}

const findFirstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? ''

/**
 * Registers a test that reports one row of the table.
 * @param run makes the attempts, asserts, and resolves to a short summary
 */
export function check({ what, tried, expected, timeout }: Check, run: () => Promise<string>): void {
  it(`${what}: ${tried}`, { timeout }, async ({ task }) => {
    const row: Row = { what, tried, expected, got: '' }
    task.meta.row = row
    try {
      row.got = await run()
    } catch (error) {
      row.got = error instanceof Error ? findFirstLine(error.message) : String(error)
      throw error
    }
  })
}
