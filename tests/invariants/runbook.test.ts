import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const RUNBOOK_PATH = 'docs/operate/runbook.md'
const runbook = readFileSync(RUNBOOK_PATH, 'utf8')

const sources = globSync(['{app,components,lib,sanity,server}/**/*.{ts,tsx}', '*.ts']).map((file) =>
  readFileSync(file, 'utf8'),
)

// Removes comments, because they contain example messages.
const code = sources.map((source) => source.replaceAll(/\/\*[\s\S]*?\*\//g, ''))

const findLoggedMessages = (levels: string): string[] =>
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
  'imports',
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
  'webhooks',
]
const componentPattern = COMPONENTS.join('|')

/** All log messages in the code, including those that helper functions log. */
const messages = new Set(
  code.flatMap((source) =>
    [...source.matchAll(new RegExp(`'((?:${componentPattern}): [^']+)'`, 'g'))].map(([, message = '']) => message),
  ),
)

const quotedMessages = [...runbook.matchAll(/`([a-z][a-z-]*: [^`]+)`/g)].map(([, message = '']) => message)

/** Error messages quoted in the runbook. They start with a capital letter and have several words. */
const quotedErrors = [...runbook.matchAll(/`([A-Z][a-z]*(?: [^`]+)?)`/g)]
  .map(([, message = '']) => message)
  .filter((message) => message.split(' ').length > 3)

it('every log line has the form `component: event`', () => {
  const form = new RegExp(`^(?:${componentPattern}): [a-z][a-z ,-]+$`)
  const lines = [...findLoggedMessages('debug|info|warn|error|fatal'), ...messages]
  expect(lines.filter((message) => !form.test(message))).toEqual([])
  const usedComponents = new Set([...messages].map((message) => message.split(':')[0]))
  expect(COMPONENTS.filter((name) => !usedComponents.has(name))).toEqual([])
})

it('the runbook lists every warning and error log line', () => {
  const lines = findLoggedMessages('error|warn|fatal')
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((message) => !runbook.includes(`\`${message}\``))).toEqual([])
  const infoMessages = new Set(findLoggedMessages('debug|info'))
  const missing = [...messages].filter((message) => !infoMessages.has(message) && !quotedMessages.includes(message))
  expect(missing).toEqual([])
})

it('the runbook quotes only existing log lines', () => {
  expect(quotedMessages.length).toBeGreaterThan(60)
  expect(quotedMessages.filter((message) => !messages.has(message))).toEqual([])
  const allSources = sources.join('\n')
  // A number of milliseconds in a message is a constant in the code.
  const extractPrefix = (message: string) => message.replace(/\d+ ms/, '$').split('$')[0] ?? ''
  const foreignErrors = /^(No space left on device|FATAL)/
  const unknownErrors = quotedErrors.filter(
    (message) => !foreignErrors.test(message) && !allSources.includes(extractPrefix(message)),
  )
  expect(unknownErrors).toEqual([])
})

it('the runbook lists the configured alerts', () => {
  const alertMatches = [...readFileSync('deploy/prometheus/alerts.yaml', 'utf8').matchAll(/alert: (\w+)/g)]
  const configuredAlerts = new Set(alertMatches.map(([, name]) => name))
  const quotedAlerts = new Set([...runbook.matchAll(/`(Ductwise\w+)`/g)].map(([, name]) => name))
  expect(configuredAlerts.size).toBeGreaterThan(0)
  expect([...quotedAlerts].toSorted()).toEqual([...configuredAlerts].toSorted())
})

const findAnchors = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

it('the runbook links only to existing sections', () => {
  const brokenLinks = [...runbook.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].filter(([, file = '', anchor = '']) => {
    const page = file ? readFileSync(join(dirname(RUNBOOK_PATH), file), 'utf8') : runbook
    return !findAnchors(page).has(anchor)
  })
  expect(brokenLinks.map(([link]) => link)).toEqual([])
})
