import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** Writes to `ERRORS_FILE` what failed outside of any test: a run ends with exit code 1 for it, and the JSON report has no place for it. */
export default class ErrorsOutsideTests implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    if (errors.length === 0 || !process.env.ERRORS_FILE) return
    const texts = errors.map(({ message, stack, VITEST_TEST_PATH: file }) =>
      [...(file ? [`While ${file} ran:`] : []), stack ?? message].join('\n'),
    )
    writeFileSync(process.env.ERRORS_FILE, texts.join('\n\n'))
  }
}
