import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError } from 'vitest/node'

/** What failed outside of any test, and the file that ran then, where that is known. */
export type ErrorOutsideTests = { file: string | undefined; text: string }

/** Writes what failed outside of any test to `ERRORS_FILE`: a run ends with exit code 1 for it, and the JSON report has no place for it. */
export default class ErrorsOutsideTestsReporter implements Reporter {
  onTestRunEnd(_modules: unknown, found: readonly SerializedError[]): void {
    if (found.length === 0 || !process.env.ERRORS_FILE) return
    const errors = found.map(({ message, stack, VITEST_TEST_PATH }): ErrorOutsideTests => {
      const file = VITEST_TEST_PATH as string | undefined
      return { file, text: [...(file ? [`While ${relative('.', file)} ran:`] : []), stack ?? message].join('\n') }
    })
    writeFileSync(process.env.ERRORS_FILE, JSON.stringify(errors))
  }
}
