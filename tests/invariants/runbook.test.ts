import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const RUNBOOK = 'docs/operate/runbook.md'
const runbook = readFileSync(RUNBOOK, 'utf8')

const sources = globSync(['{app,components,lib,sanity,server}/**/*.{ts,tsx}', '*.ts']).map((file) =>
  readFileSync(file, 'utf8'),
)

const logged = (levels: string): string[] =>
  sources.flatMap((source) => {
    // Removes comments, because they contain examples of log calls.
    const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const lines = code.matchAll(new RegExp(`\\blog\\.(${levels})\\(\\s*(?:[^'"\`]*?,\\s*)?'([^']+)'`, 'g'))
    return [...lines].map(([, , words = '']) => words)
  })

/** Log lines quoted in the runbook. They start with a capital letter and have several words. */
const quoted = [...runbook.matchAll(/`([A-Z][a-z]*(?: [^`]+)?)`/g)]
  .map(([, words = '']) => words)
  .filter((words) => words.split(' ').length > 3)

it('the runbook lists every warning and error log line', () => {
  const lines = logged('error|warn|fatal')
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((words) => !runbook.includes(`\`${words}\``))).toEqual([])
})

it('the runbook quotes only existing log lines', () => {
  expect(quoted.length).toBeGreaterThan(60)
  const all = sources.join('\n')
  // Cuts the text at milliseconds, because the code uses a constant there.
  const pattern = (words: string) => words.replace(/\d+ ms/, '$').split('$')[0] ?? ''
  const foreign = /^(No space left on device|FATAL)/
  expect(quoted.filter((words) => !foreign.test(words) && !all.includes(pattern(words)))).toEqual([])
})

it('the runbook lists the configured alerts', () => {
  const alerts = [...readFileSync('deploy/prometheus/alerts.yaml', 'utf8').matchAll(/alert: (\w+)/g)]
  const known = new Set(alerts.map(([, name]) => name))
  const named = new Set([...runbook.matchAll(/`(Ductwise\w+)`/g)].map(([, name]) => name))
  expect(known.size).toBeGreaterThan(0)
  expect([...named].toSorted()).toEqual([...known].toSorted())
})

const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

it('the runbook links only to existing sections', () => {
  const broken = [...runbook.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].filter(([, file = '', anchor = '']) => {
    const page = file ? readFileSync(join(dirname(RUNBOOK), file), 'utf8') : runbook
    return !anchorsOf(page).has(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})
