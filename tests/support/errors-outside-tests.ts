import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError } from 'vitest/node'

/** An error outside any test, with the running file if known. */
export type ErrorOutsideTests = { file: string | undefined; text: string }

/** Writes errors outside tests to `ERRORS_FILE`, because the JSON report omits them although they fail the run. */
export default class ErrorsOutsideTestsReporter implements Reporter {
  onTestRunEnd(_modules: unknown, serializedErrors: readonly SerializedError[]): void {
    if (serializedErrors.length === 0 || !process.env.ERRORS_FILE) return
    const errors = serializedErrors.map(({ message, stack, VITEST_TEST_PATH }): ErrorOutsideTests => {
      const file = VITEST_TEST_PATH as string | undefined
      return { file, text: [...(file ? [`While ${relative('.', file)} ran:`] : []), stack ?? message].join('\n') }
    })
    writeFileSync(process.env.ERRORS_FILE, JSON.stringify(errors))
  }
}
