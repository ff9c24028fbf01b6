import type { Reporter, TestCase } from 'vitest/node'
import type { Row } from './check.ts'

const HEADER_ROW: Row = { what: 'what', tried: 'tried', expected: 'expected', got: 'got' }

/** Column widths in characters. Longer texts wrap. */
const COLUMN_WIDTHS: Record<keyof Row, number> = { what: 34, tried: 46, expected: 38, got: 46 }
const COLUMNS = Object.keys(COLUMN_WIDTHS) as (keyof Row)[]

function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/).flatMap((longWord) => longWord.match(new RegExp(`.{1,${width}}`, 'g')) ?? [])) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function formatRow(row: Row, mark: string): string[] {
  const cells = COLUMNS.map((column) => wrap(row[column], COLUMN_WIDTHS[column]))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => {
    const texts = COLUMNS.map((column, index) => (cells[index]?.[line] ?? '').padEnd(COLUMN_WIDTHS[column]))
    return `${line === 0 ? mark : ' '} ${texts.join('  ')}`.trimEnd()
  })
}

export default class CheckTableReporter implements Reporter {
  #rows: { row: Row; hasPassed: boolean }[] = []

  onTestCaseResult(test: TestCase): void {
    const { row } = test.meta()
    const { state } = test.result()
    if (row && state !== 'skipped') this.#rows.push({ row, hasPassed: state === 'passed' })
  }

  onTestRunEnd(): void {
    if (this.#rows.length === 0) return
    const rows = this.#rows.map(({ row, hasPassed }) => formatRow(row, hasPassed ? '✓' : '✗'))
    process.stdout.write(`\n${[formatRow(HEADER_ROW, ' '), ...rows].flat().join('\n')}\n`)
    const passedCount = this.#rows.filter(({ hasPassed }) => hasPassed).length
    process.stdout.write(`\n${passedCount} of ${this.#rows.length} hold\n`)
  }
}
