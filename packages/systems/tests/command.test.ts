import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '../main.ts')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'systems-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const begin = (...args: string[]) =>
  spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { NODE_ENV: 'test', PATH: process.env.PATH } })

/** Runs the command until it ends. */
async function run(...args: string[]) {
  const child = begin(...args)
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, error }
}

describe('the command', () => {
  it('lists its flags', async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    for (const flag of ['--redirect', '--application-name', '--port', '--data', '--memory'])
      expect(output).toContain(flag)
  })

  it.each([
    ['an unknown flag', ['--prot', '1'], '--prot'],
    ['a port that is none', ['--port', 'eighty'], '--port must be a port number'],
    ['an address for all systems', ['--redirect', 'http://localhost:3000/'], '--redirect must be'],
  ])('refuses %s in one line', async (_, args, words) => {
    const { code, error } = await run(...args)
    expect(code).toBe(2)
    expect(error).toContain(words)
    expect(error.trim().split('\n')).toHaveLength(1)
  })

  it('serves until it is told to stop', async () => {
    const child = begin('--port', '0', '--data', 'data')
    const ended = once(child, 'exit')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const [, host] = /^systems listening on (\S+)/.exec(line.toString()) ?? []
    const response = await fetch(`http://${host}/health`)
    expect(await response.json()).toEqual({ status: 'ok' })
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
