import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stopAll } from '../../scripts/support/processes.ts'
import { main } from '../../scripts/support/progress.ts'
import { startLocalServices } from '../../scripts/support/services.ts'
import { loadSettings } from '../../scripts/support/settings.ts'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'

const root = resolve(import.meta.dirname, '../..')
const getFreePort = async () => String(await findFreePort())

/** Returns free ports, because `npm start` may already use the default ones. */
async function getFreePorts(): Promise<Record<string, string>> {
  const names = [
    'PORT',
    'LAKE_PORT',
    'STUDIO_PORT',
    'POSTGRES_PORT',
    'CLERK_PORT',
    'VOICE_PORT',
    'SYSTEMS_PORT',
    'MAIL_PORT',
    'MAIL_SMTP_PORT',
  ]
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await getFreePort()])))
}

const ALL_LOCAL = {
  SANITY_PROJECT_ID: '',
  DATABASE_URL: '',
  CLERK_SECRET_KEY: '',
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: '',
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launcher-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, args, { cwd: options.cwd ?? root, env: { ...process.env, ...options.env } })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text }
}

async function waitForExit(
  args: string[],
  options?: Parameters<typeof start>[1],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = start(args, options)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

function createMiniature(): string {
  for (const file of [
    'scripts/run.mjs',
    'scripts/install.mjs',
    'package.json',
    'package-lock.json',
    'studio/package.json',
    'packages/postgres/package.json',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(resolve(root, file), join(folder, file))
  }
  mkdirSync(join(folder, 'scripts/commands'), { recursive: true })
  writeFileSync(join(folder, 'scripts/commands/hello.ts'), `const text: string = 'hello ran'\nconsole.log(text)\n`)
  return folder
}

function writeFakeNpm(code: number): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const script = `#!/bin/sh\necho "$@" >> "${join(folder, 'npm-calls')}"\nmkdir -p node_modules\necho "npm says why" >&2\nexit ${code}\n`
  writeFileSync(join(bin, 'npm'), script)
  chmodSync(join(bin, 'npm'), 0o755)
  return `${bin}:/usr/bin:/bin`
}

/** Copies the launcher with a fake npm that exits with `code`. `hello` runs a command. */
function setUpHello(code: number) {
  const cwd = createMiniature()
  const env = { PATH: writeFakeNpm(code) }
  return { cwd, hello: () => waitForExit(['scripts/run.mjs', 'hello'], { cwd, env }) }
}

const readNpmCalls = () =>
  existsSync(join(folder, 'npm-calls')) ? readFileSync(join(folder, 'npm-calls'), 'utf8').trim().split('\n') : []

describe('data folder', () => {
  const getMode = () => statSync(join(folder, '.data')).mode & 0o777

  it('is private to the user, even if it was world-readable before', async () => {
    const { cwd, hello } = setUpHello(0)
    await hello()
    expect(getMode()).toBe(0o700)
    chmodSync(join(cwd, '.data'), 0o755)
    await hello()
    expect(getMode()).toBe(0o700)
  })
})

describe('package installation', () => {
  it('runs on the first start and not on the second', async () => {
    const { hello } = setUpHello(0)
    const first = await hello()
    expect(first.output).toContain('Installing packages (first run')
    expect(first.output).toContain('hello ran')
    const second = await hello()
    expect(second.output).toContain('hello ran')
    expect(second.output).not.toContain('Installing')
    expect(readNpmCalls()).toHaveLength(1)
    expect(readNpmCalls()[0]).toMatch(/^ci /)
  })

  it('runs again if node_modules is incomplete or the lockfile has changed', async () => {
    const { cwd, hello } = setUpHello(0)
    mkdirSync(join(cwd, 'node_modules'))
    const interruptedRun = await hello()
    expect(interruptedRun.output).toContain('the installed ones are incomplete or out of date')
    writeFileSync(join(cwd, 'package-lock.json'), '{}')
    await hello()
    expect(readNpmCalls()).toHaveLength(2)
  })

  it('stops the command on failure and runs again next time', async () => {
    const { hello } = setUpHello(1)
    const { code, output } = await hello()
    expect(code).toBe(1)
    expect(output).toContain('Could not install the packages')
    expect(output).toContain('npm says why')
    expect(output).not.toContain('hello ran')
    await hello()
    expect(readNpmCalls()).toHaveLength(2)
  })

  it('reports a missing npm', async () => {
    const { code, output } = await waitForExit(['scripts/run.mjs', 'hello'], {
      cwd: createMiniature(),
      env: { PATH: join(folder, 'empty') },
    })
    expect(code).toBe(1)
    expect(output).toContain('npm was not found')
  })
})

describe('start command', () => {
  async function occupyPort(host = '127.0.0.1'): Promise<{ port: string; close: () => void }> {
    const blocker = createServer().listen(0, host)
    await once(blocker, 'listening')
    return { port: String((blocker.address() as AddressInfo).port), close: () => blocker.close() }
  }

  it('reports the busy port and the variable that sets another one', async () => {
    const { port, close } = await occupyPort('localhost')
    const { code, output } = await waitForExit(['scripts/commands/start.ts'], {
      env: { ...ALL_LOCAL, ...(await getFreePorts()), LAKE_PORT: port },
    })
    close()
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is in use`)
    expect(output).toContain('LAKE_PORT=<port>')
  })

  describe('validation before any service starts', () => {
    let consoleLines: string[]
    beforeEach(() => {
      consoleLines = []
      for (const method of ['log', 'error'] as const)
        vi.spyOn(console, method).mockImplementation((text: unknown) => void consoleLines.push(String(text)))
    })
    afterEach(() => {
      process.exitCode = undefined
      vi.restoreAllMocks()
      vi.unstubAllEnvs()
    })

    /** Runs the command in the test process, because a new process spends most of its time loading modules. */
    async function startInProcess(env: Record<string, string>): Promise<string> {
      // Prevents the command from loading the developer's .env file.
      vi.spyOn(process, 'loadEnvFile').mockImplementation(() => undefined)
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
      await main(async () => {
        try {
          await startLocalServices(loadSettings())
        } finally {
          await stopAll()
        }
      })
      expect(process.exitCode).toBe(1)
      return consoleLines.join('\n')
    }

    it.each(['POSTGRES_PORT', 'CLERK_PORT', 'SYSTEMS_PORT', 'VOICE_PORT', 'MAIL_PORT', 'MAIL_SMTP_PORT'])(
      'reports a busy %s',
      async (name) => {
        const { port, close } = await occupyPort()
        const output = await startInProcess({ ...ALL_LOCAL, ...(await getFreePorts()), [name]: port })
        close()
        expect(output).toContain(`Port ${port} is in use`)
        expect(output).toContain(`${name}=<port>`)
        expect(output).not.toContain('Starting')
      },
    )

    it('reports an invalid port', async () => {
      expect(await startInProcess({ PORT: 'eighty' })).toContain('PORT must be a port number')
    })

    it('reports every missing variable of a partly configured hosted project', async () => {
      const output = await startInProcess({ SANITY_PROJECT_ID: 'abc12345' })
      expect(output).toContain('SANITY_API_READ_TOKEN is missing')
      expect(output).toContain('SANITY_WEBHOOK_SECRET is missing')
    })
  })
})

describe('running services', () => {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      // The process has exited.
      return false
    }
  }

  /**
   * Writes a command that runs `program` as a service on a free port. `statement` is code to run once the service has
   * started.
   */
  function writeCommand(program: string, statement = ''): string {
    writeFileSync(join(folder, 'program.mjs'), program)
    const script = `
      import { once } from 'node:events'
      import { serve, stopAll, runUntilStopped } from '${resolve(root, 'scripts/support/processes.ts')}'
      import { main } from '${resolve(root, 'scripts/support/progress.ts')}'
      await main(async () => {
        try {
          const service = await serve({ name: 'program', args: ['${join(folder, 'program.mjs')}'], logFile: '${join(folder, 'program.log')}' }, 'http://localhost:' + process.env.TEST_PORT)
          console.log('pid', service.child.pid)
          ${statement}
          await runUntilStopped([service])
        } finally { await stopAll() }
      })`
    writeFileSync(join(folder, 'command.ts'), script)
    return join(folder, 'command.ts')
  }

  const server = `import { createServer } from 'node:http'
    createServer((_, response) => response.end('ok')).listen(Number(process.env.TEST_PORT), 'localhost')`

  it.each(['SIGINT', 'SIGTERM'] as const)('stop on %s', async (signal) => {
    const { child, output } = start([writeCommand(server)], { env: { TEST_PORT: await getFreePort() } })
    await expect.poll(output, { timeout: 20_000 }).toMatch(/pid \d+/)
    const pid = Number(/pid (\d+)/.exec(output())?.[1])
    expect(isAlive(pid)).toBe(true)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(isAlive(pid)).toBe(false)
  })

  it('stop before they are ready', async () => {
    const slowProgram = `import { writeFileSync } from 'node:fs'
      writeFileSync('${join(folder, 'program.pid')}', String(process.pid))
      setInterval(() => {}, 1000)`
    const { child, output } = start([writeCommand(slowProgram)], { env: { TEST_PORT: await getFreePort() } })
    const pidFile = join(folder, 'program.pid')
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8'), { timeout: 20_000 }).toMatch(/\d+/)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
    expect(output()).not.toContain('Error')
  })

  const readLoggedPids = () => parsePids(readFileSync(join(folder, 'program.log'), 'utf8'))
  const parsePids = (output: string) => [...output.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))

  async function killAtStart(start: number, output: () => string, signal: NodeJS.Signals): Promise<void> {
    await expect.poll(() => parsePids(output()).length, { timeout: 20_000 }).toBe(start)
    process.kill(parsePids(output())[start - 1] ?? 0, signal)
  }

  const pidProgram = `${server}\nconsole.log('pid', process.pid)\nprocess.on('SIGUSR2', () => process.exit(3))`

  it.each([
    ['after startup', ''],
    ['during another build', `await once(service.child, 'exit')`],
  ])('restart after an exit %s, and the log states the cause', async (_when, statement) => {
    const port = await getFreePort()
    const { child, output } = start([writeCommand(server, statement)], { env: { TEST_PORT: port } })
    await killAtStart(1, output, 'SIGKILL')
    await expect.poll(output, { timeout: 20_000 }).toContain('program is running again')
    expect(output()).toContain('program stopped unexpectedly (signal SIGKILL). It wrote no output.')
    expect(await (await fetch(`http://localhost:${port}`)).text()).toBe('ok')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    await expect(fetch(`http://localhost:${port}`)).rejects.toThrow('fetch failed')
  })

  it('all stop after one exits three times within a minute, and its last log lines are shown', async () => {
    const { child, output } = start([writeCommand(pidProgram)], { env: { TEST_PORT: await getFreePort() } })
    await expect.poll(() => parsePids(output()).length, { timeout: 20_000 }).toBe(1)
    for (const attempt of [1, 2, 3]) {
      const pid = Number(readLoggedPids().at(-1))
      process.kill(pid, 'SIGUSR2')
      if (attempt < 3)
        await expect.poll(() => output().split('is running again').length - 1, { timeout: 20_000 }).toBe(attempt)
    }
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output()).toContain('(exit code 3)')
    expect(output()).toContain('within a minute, so everything else was stopped too')
    expect(output()).toContain('Run the command again')
  })

  it('count a failed restart as an exit', async () => {
    const failOnceProgram = `import { existsSync, writeFileSync } from 'node:fs'
      const mark = '${join(folder, 'was-there')}'
      if (existsSync(mark)) { console.error('the reason'); process.exit(4) }
      writeFileSync(mark, '')\n${server}`
    const { child, output } = start([writeCommand(failOnceProgram)], { env: { TEST_PORT: await getFreePort() } })
    await killAtStart(1, output, 'SIGKILL')
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output()).toContain('program stopped right after the start (exit code 4)')
    expect(output()).toContain('the reason')
    expect(output()).toContain('within a minute')
  })

  it('print the end of their log if they exit immediately', async () => {
    const { code, output } = await waitForExit([writeCommand(`console.error('the reason'); process.exit(3)`)], {
      env: { TEST_PORT: await getFreePort() },
    })
    expect(code).toBe(1)
    expect(output).toContain('program stopped right after the start')
    expect(output).toContain('the reason')
  })
})
