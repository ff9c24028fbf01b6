import { existsSync, readFileSync } from 'node:fs'
import { siteLogFile } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'

const text = (): string => (existsSync(siteLogFile(stack)) ? readFileSync(siteLogFile(stack), 'utf8') : '')

export function watchErrors(): () => string[] {
  const before = text().length
  return () =>
    text()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
}
