import { existsSync, readFileSync } from 'node:fs'
import { getSiteLogFile } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'

const readLog = (): string => (existsSync(getSiteLogFile(stack)) ? readFileSync(getSiteLogFile(stack), 'utf8') : '')

export function recordErrors(): () => string[] {
  const lengthBefore = readLog().length
  return () =>
    readLog()
      .slice(lengthBefore)
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
}
