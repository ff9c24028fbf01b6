import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

async function runProgram(program: string): Promise<{ lines: Record<string, unknown>[]; stderr: string }> {
  const script = `
    import { redirectConsole, logRequestError } from './lib/platform/log/uncaught-errors.ts'
    const context = { routerKind: 'App Router', routePath: '/blog/[slug]', routeType: 'render', revalidateReason: undefined } as const
    const request = { path: '/blog/x?email=ada@example.com', method: 'GET', headers: { cookie: 'byron' } }
    redirectConsole()
    ${program}`
  const args = ['--input-type=module-typescript', '--eval', script]
  const env = { ...process.env, LOG_LEVEL: '' }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { lines, stderr }
}

it('a request error is logged once, even if Next reports it several times', async () => {
  const { lines, stderr } = await runProgram(`
    const ofPage = Object.assign(new Error('No'), { digest: '42' })
    console.error(' ⨯ ', ofPage)
    await logRequestError(ofPage, request, context)
    await logRequestError(ofPage, request, context)
    const ofEndpoint = new Error('No')
    await logRequestError(ofEndpoint, request, context)
    console.error(' ⨯ ', ofEndpoint)`)
  expect(stderr).toBe('')
  expect(lines.map(({ msg }) => msg)).toEqual(['next: request failed', 'next: request failed'])
  expect(lines[0]).toMatchObject({ level: 'error', method: 'GET', route: '/blog/[slug]', err: { digest: '42' } })
  expect(JSON.stringify(lines)).not.toMatch(/ada@|byron/)
})

it('console output is logged without colors, properties and quoted values', async () => {
  const { lines, stderr } = await runProgram(`
    console.error('\\u001b[31m⨯\\u001b[39m', Object.assign(new Error('No "Byron"'), { params: ['ada@example.com'] }))
    console.warn('Careful with ada@example.com')
    console.error({ email: 'ada@example.com' })`)
  expect(stderr).toBe('')
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', '⨯'],
    ['warn', 'Careful with …'],
    ['error', 'console: no message'],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/ada@|byron/i)
})

it('a client disconnect is not logged as an error', async () => {
  const { lines } = await runProgram(`
    const left = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    console.error(left())
    await logRequestError(left(), request, context)
    console.error(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))`)
  expect(lines.map(({ level }) => level)).toEqual(['info', 'info', 'error'])
})
