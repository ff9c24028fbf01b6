import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contactMessages } from '../../lib/site/contact/schema.ts'
import { toLoggedError } from '../../lib/platform/log/log-error.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { MESSAGE } from './contact-fixtures.ts'

const root = resolve(import.meta.dirname, '../..')

/** Runs a program in a separate process, because the logger writes to stdout. @returns the parsed log lines */
async function readLogLines(program: string, env: Record<string, string> = {}): Promise<Record<string, unknown>[]> {
  const script = `import { log } from './lib/platform/log/log.ts'\n${program}`
  const args = ['--input-type=module-typescript', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const catchError = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('log line', () => {
  it('is JSON with time, level name, message and error', async () => {
    const [line, ...otherLines] = await readLogLines(
      `log.warn({ err: new TypeError('No'), path: '/pricing' }, 'It failed')`,
    )
    expect(otherLines).toEqual([])
    expect(line).toMatchObject({ level: 'warn', path: '/pricing', msg: 'It failed', err: { name: 'TypeError' } })
    expect(new Date(String(line?.time)).toISOString()).toBe(line?.time)
    expect(line).not.toHaveProperty('pid')
    expect(line).not.toHaveProperty('requestId')
  })

  it('never contains the message of an error, however it is passed', async () => {
    const lines = await readLogLines(`
      const error = new Error('Key (email)=("ada@example.com") exists')
      log.error(error)
      log.error({ err: error })
      log.error({ err: error, email: 'ada@example.com', visitor: { phone: '+1 212 555 0142' } }, 'Words')`)
    expect(lines).toHaveLength(3)
    // Excludes the time, because it may contain the same digits.
    expect(JSON.stringify(lines.map(({ time: _time, ...facts }) => facts))).not.toMatch(/ada|555/)
  })

  it('follows LOG_LEVEL, or info if that is missing or invalid', async () => {
    const program = `for (const level of ['debug', 'info', 'warn'] as const) log[level](level)`
    const readLevels = async (LOG_LEVEL: string) =>
      (await readLogLines(program, { LOG_LEVEL })).map(({ level }) => level)
    expect(await readLevels('warn')).toEqual(['warn'])
    expect(await readLevels('')).toEqual(['info', 'warn'])
    expect(await readLevels('loud')).toEqual(['info', 'warn'])
  })
})

describe('toLoggedError', () => {
  const LONG_TEXT = 'x'.repeat(99)

  it('returns name, code, digest, stack frames and cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const error = toLoggedError(Object.assign(new RangeError('Too far', { cause }), { digest: '1234567' }))
    expect(error).toMatchObject({ name: 'RangeError', message: 'Too far', digest: '1234567' })
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' })
    expect(error.stack).toMatch(/^ {4}at /)
    expect(error.stack).not.toContain('Too far')
  })

  it.each<[string, unknown]>([
    ['a parse error that quotes its input', catchError(() => JSON.parse('"Ada Byron" 1'))],
    ['an invalid URL', catchError(() => new URL('http://ada@example.com:Byron'))],
    ['a mail server response', new Error('All recipients were rejected: 550 5.1.1 <ada@example.com>: unknown')],
    ['a URL with a query', new Error('GET https://example.com/find?name=Byron&x=1 failed')],
    ['a connection string', new Error('cannot reach postgres://ada:byron@127.0.0.1:5432/x')],
    ['a phone number', new Error('no such subscriber: +1 (212) 555-0142')],
    ['a thrown string', 'no such visitor: ada@example.com'],
    ['custom properties', Object.assign(new Error('No'), { response: 'Byron', input: 'ada@example.com' })],
    ['a long name or code', Object.assign(new Error('No'), { name: 'ada@example.com', code: LONG_TEXT })],
    ['a truncated message', new Error(`${'x'.repeat(290)} "Ada ${'Byron '.repeat(20)}`)],
  ])('omits personal data in errors: %s', (_, error) => {
    expect(JSON.stringify({ ...toLoggedError(error), stack: '' })).not.toMatch(/\bada\b|byron|555/i)
  })

  it('terminates on circular causes', () => {
    const error = new Error('first')
    error.cause = new Error('second', { cause: error })
    expect(JSON.stringify(toLoggedError(error)).match(/"cause"/g)).toHaveLength(3)
  })
})

describe('errors from Postgres', () => {
  const database = setUpDatabase()
  const ROW = { ...MESSAGE, ticketId: 'the-same', createdAt: new Date() }

  const getFailure = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => expect.fail('It did not fail'),
      (reason: unknown) => reason,
    )
    return JSON.stringify(toLoggedError(error))
  }

  it.each<[string, string, () => Promise<unknown>]>([
    ['a unique violation with parameters', '23505', () => database.db.insert(contactMessages).values([ROW, ROW])],
    ['a value of the wrong type', '22P02', () => database.db.execute(sql.raw(`select 'Ada Byron'::uuid`))],
    ['a statement with an inline value', '42703', () => database.db.execute(sql.raw(`select byron from (select 1) x`))],
  ])('are logged without row data: %s', async (_, code, work) => {
    const line = await getFailure(work())
    expect(line).toContain(`"code":"${code}"`)
    expect(line).not.toMatch(/\bada\b|byron|555|rings at night/i)
  })
})
