import { expect, it } from 'vitest'

/** What takes a defence out of a copy of the repository: in one file, a text that stands there once, and what is there instead. */
export type Change = { file: string; from: string; to: string }

/** One line of the table that `npm run test:attacks`, `test:faults` and `test:load` print. */
export type Row = { what: string; tried: string; expected: string; got: string }

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface TaskMeta {
    row?: Row
  }
}

export type Check = {
  /** What is attacked, broken or loaded. */
  what: string
  tried: string
  expected: string
  /** The defence, as the changes that take it away; the same check has to fail in a copy of the site without it. */
  without: Change[]
  /** Milliseconds, if it needs longer than others. */
  timeout?: number
}

/** Whether the site under test is the copy without its defences (`-- --undefended`), in which every check has to fail. */
export const isUndefended = process.env.DEFENCES === 'away'

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? ''

/** Only what an assertion saw counts: a check that cannot even look proves nothing. */
const isAssertion = (error: unknown): error is Error => error instanceof Error && error.name === 'AssertionError'

/**
 * Defines a test that is a line of the table.
 * @param run tries it, asserts what is expected, and resolves to what it got, in a few words
 */
export function check({ what, tried, expected, without, timeout }: Check, run: () => Promise<string>): void {
  it(`${what}: ${tried}`, { timeout }, async ({ task }) => {
    expect(without.length).toBeGreaterThan(0)
    const row: Row = { what, tried, expected, got: '' }
    task.meta.row = row
    if (!isUndefended) {
      try {
        row.got = await run()
      } catch (error) {
        row.got = error instanceof Error ? firstLine(error.message) : String(error)
        throw error
      }
      return
    }
    row.expected = `not: ${expected}`
    const seen = await run().catch((error: unknown) => {
      if (!isAssertion(error)) throw error
      row.got = firstLine(error.message)
    })
    expect(seen, 'what it got without the defence, where it has to fail').toBeUndefined()
  })
}
