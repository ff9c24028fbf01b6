import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const RUNBOOK = 'docs/operate/runbook.md'
const runbook = readFileSync(RUNBOOK, 'utf8')

const sources = globSync(['{app,components,lib,sanity,server}/**/*.{ts,tsx}', '*.ts']).map((file) =>
  readFileSync(file, 'utf8'),
)

// Comments contain examples.
const code = sources.map((source) => source.replaceAll(/\/\*[\s\S]*?\*\//g, ''))

const logged = (levels: string): string[] =>
  code.flatMap((source) => {
    const lines = source.matchAll(new RegExp(`\\blog\\.(${levels})\\(\\s*(?:[^'"\`]*?,\\s*)?'([^']+)'`, 'g'))
    return [...lines].map(([, , message = '']) => message)
  })

/** First part of `component: event`, in lower case. */
const COMPONENTS = [
  'account',
  'alerts',
  'api',
  'build-files',
  'cache-tags',
  'calendar',
  'clerk',
  'console',
  'content-lake',
  'csp',
  'dashboard',
  'edge-cache',
  'file-cache',
  'forms',
  'http',
  'integrations',
  'jobs',
  'log',
  'mail',
  'next',
  'page-cache',
  'page-views',
  'postgres',
  'process',
  'push',
  'redirects',
  'retention',
  'search',
  'startup',
  'telemetry',
  'voice',
  'webhook',
]
const component = COMPONENTS.join('|')

/** All messages in the code, also those that a helper function logs. */
const messages = new Set(
  code.flatMap((source) =>
    [...source.matchAll(new RegExp(`'((?:${component}): [^']+)'`, 'g'))].map(([, message = '']) => message),
  ),
)

const quoted = [...runbook.matchAll(/`([a-z][a-z-]*: [^`]+)`/g)].map(([, message = '']) => message)

/** Quotes of error messages. They start with a capital and have several words. */
const quotedErrors = [...runbook.matchAll(/`([A-Z][a-z]*(?: [^`]+)?)`/g)]
  .map(([, message = '']) => message)
  .filter((message) => message.split(' ').length > 3)

it('every log line has the form `component: event`', () => {
  const form = new RegExp(`^(?:${component}): [a-z][a-z ,-]+$`)
  const lines = [...logged('debug|info|warn|error|fatal'), ...messages]
  expect(lines.filter((message) => !form.test(message))).toEqual([])
  const used = new Set([...messages].map((message) => message.split(':')[0]))
  expect(COMPONENTS.filter((each) => !used.has(each))).toEqual([])
})

it('the runbook lists every warning and error log line', () => {
  const lines = logged('error|warn|fatal')
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((message) => !runbook.includes(`\`${message}\``))).toEqual([])
  const informative = new Set(logged('debug|info'))
  const missing = [...messages].filter((message) => !informative.has(message) && !quoted.includes(message))
  expect(missing).toEqual([])
})

it('the runbook quotes only existing log lines', () => {
  expect(quoted.length).toBeGreaterThan(60)
  expect(quoted.filter((message) => !messages.has(message))).toEqual([])
  const all = sources.join('\n')
  // Milliseconds stand for a constant in the code.
  const pattern = (message: string) => message.replace(/\d+ ms/, '$').split('$')[0] ?? ''
  const foreign = /^(No space left on device|FATAL)/
  const unknown = quotedErrors.filter((message) => !foreign.test(message) && !all.includes(pattern(message)))
  expect(unknown).toEqual([])
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
