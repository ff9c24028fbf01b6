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
    // Comments contain examples.
    const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const lines = code.matchAll(new RegExp(`\\blog\\.(${levels})\\(\\s*(?:[^'"\`]*?,\\s*)?'([^']+)'`, 'g'))
    return [...lines].map(([, , words = '']) => words)
  })

/** Log quotes start with a capital and have several words. */
const quoted = [...runbook.matchAll(/`([A-Z][a-z]*(?: [^`]+)?)`/g)]
  .map(([, words = '']) => words)
  .filter((words) => words.split(' ').length > 3)

it('names each line of the log that says that something is wrong', () => {
  const lines = logged('error|warn|fatal')
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((words) => !runbook.includes(`\`${words}\``))).toEqual([])
})

it('quotes no line that is not written', () => {
  expect(quoted.length).toBeGreaterThan(60)
  const all = sources.join('\n')
  // Milliseconds stand for a constant in the code.
  const pattern = (words: string) => words.replace(/\d+ ms/, '$').split('$')[0] ?? ''
  const foreign = /^(No space left on device|FATAL)/
  expect(quoted.filter((words) => !foreign.test(words) && !all.includes(pattern(words)))).toEqual([])
})

it('names the alerts that there are', () => {
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

it('leads to sections that there are', () => {
  const broken = [...runbook.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].filter(([, file = '', anchor = '']) => {
    const page = file ? readFileSync(join(dirname(RUNBOOK), file), 'utf8') : runbook
    return !anchorsOf(page).has(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})
