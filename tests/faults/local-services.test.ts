import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '../../packages/local-server/tests/servers.ts'
import { localAdminToken } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { ownRelease } from '../support/stack/own-release.ts'
import { until } from '../support/until.ts'

type Watched = {
  name: string
  script: string
  write: () => Promise<void>
  read: () => Promise<string>
}

const WRITTEN = 'written before'
const dataDir = resolve(stack.dataDir, 'local-services')
const logFile = resolve(dataDir, 'command.log')

let command: ChildProcess
let ports: Record<'site' | 'lake' | 'postgres' | 'clerk' | 'voice' | 'systems', number>

const output = () => readFileSync(logFile, 'utf8')
const hasEnded = () => command.exitCode !== null || command.signalCode !== null

/** Marks the samples as already created, because they take most of a first start and no test here needs them. */
function withoutSamples(): void {
  for (const marker of ['content-lake/seeded', 'postgres/sample-data']) {
    const file = resolve(dataDir, marker)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
}

beforeAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  const free = async () => freePort()
  ports = {
    site: await free(),
    lake: await free(),
    postgres: await free(),
    clerk: await free(),
    voice: await free(),
    systems: await free(),
  }
  withoutSamples()
  const places = {
    sitePort: ports.site,
    lakePort: ports.lake,
    studioPort: stack.studioPort,
    postgresPort: ports.postgres,
    clerkPort: ports.clerk,
    voicePort: ports.voice,
    systemsPort: ports.systems,
    dataDir,
    siteDir: ownRelease('local-services-site'),
  }
  const program = fileURLToPath(new URL('./support/serve-own.ts', import.meta.url))
  writeFileSync(logFile, '')
  command = spawn(process.execPath, [program, JSON.stringify(places)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const keep = (text: Buffer) => writeFileSync(logFile, text, { flag: 'a' })
  command.stdout?.on('data', keep)
  command.stderr?.on('data', keep)
  await until(
    'the start command',
    async () => (output().includes('everything runs') || hasEnded() ? true : undefined),
    {
      deadlineMs: 60_000,
    },
  )
  await Promise.all(watched.map(({ write }) => write()))
}, 90_000)

afterAll(async () => {
  command.kill('SIGTERM')
  await until('the end of the start command', async () => (hasEnded() ? true : undefined), { deadlineMs: 30_000 })
}, 40_000)

const json = async (address: string, init: RequestInit = {}): Promise<unknown> =>
  (await fetch(address, { signal: AbortSignal.timeout(5000), ...init })).json()

const post = (address: string, body: unknown, headers: Record<string, string>, method = 'POST') =>
  json(address, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })

const database = async (work: (sql: postgres.Sql) => Promise<string>): Promise<string> => {
  const sql = postgres(`postgres://local:local-password@127.0.0.1:${ports.postgres}/postgres`, {
    max: 1,
    connect_timeout: 2,
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const lake = (path: string) => `http://localhost:${ports.lake}/v2025-02-19/data/${path}/production`
const voice = (path: string) => `http://127.0.0.1:${ports.voice}/${path}`
const clerk = (path: string) => `http://127.0.0.1:${ports.clerk}/bapi/v1/${path}`
const clerkKey = { authorization: 'Bearer sk_test_local_only' }
const voiceKey = { 'xi-api-key': 'local-voice-key' }
const systems = (path: string) => `http://127.0.0.1:${ports.systems}/servicetitan/${path}`
let systemsToken: string

const watched: Watched[] = [
  {
    name: 'The local Content Lake',
    script: 'packages/content-lake/main.ts',
    write: async () => {
      const mutations = [{ create: { _id: 'kept', _type: 'note', text: WRITTEN } }]
      await post(lake('mutate'), { mutations }, { authorization: `Bearer ${localAdminToken}` })
    },
    read: async () => {
      const query = encodeURIComponent('*[_id == "kept"][0].text')
      return ((await json(`${lake('query')}?query=${query}`)) as { result: string }).result
    },
  },
  {
    name: 'The local Postgres',
    script: 'packages/postgres/main.ts',
    write: async () => {
      await database(async (sql) => {
        await sql`create table kept (text text)`
        await sql`insert into kept values (${WRITTEN})`
        return ''
      })
    },
    read: () => database(async (sql) => String((await sql`select text from kept`)[0]?.text)),
  },
  {
    name: 'The local Clerk',
    script: 'packages/clerk/main.ts',
    write: async () => {
      await post(
        clerk('users'),
        {
          external_id: 'kept',
          email_address: ['kept@ductwise.test'],
          first_name: WRITTEN,
          password: 'a-long-password-1',
        },
        clerkKey,
      )
    },
    read: async () => {
      const users = (await json(clerk('users?external_id=kept'), { headers: clerkKey })) as { first_name: string }[]
      return users[0]?.first_name ?? 'nobody'
    },
  },
  {
    name: 'The local voice vendor',
    script: 'packages/voice/main.ts',
    write: async () => {
      await post(voice('local/agents/kept'), { name: WRITTEN, conversation_config: {} }, voiceKey, 'PUT')
    },
    read: async () => ((await json(voice('v1/convai/agents/kept'), { headers: voiceKey })) as { name: string }).name,
  },
  {
    name: 'The local systems',
    script: 'packages/systems/main.ts',
    write: async () => {
      const form = {
        grant_type: 'client_credentials',
        client_id: 'local-key-of-servicetitan',
        client_secret: 'local-secret-of-servicetitan',
      }
      const { access_token } = (await json(systems('token'), {
        method: 'POST',
        body: new URLSearchParams(form),
      })) as { access_token: string }
      systemsToken = access_token
    },
    // A token is valid only while it is stored.
    read: async () => {
      const headers = { authorization: `Bearer ${systemsToken}`, 'st-app-key': 'local-app-key-of-servicetitan' }
      const { status } = await fetch(systems('crm/v2/tenant/5550100/customers'), { headers })
      return status === 200 ? WRITTEN : `status ${status}`
    },
  },
  {
    name: 'The site',
    script: 'server/main.ts',
    write: async () => undefined,
    read: async () => {
      const { status } = await fetch(`http://localhost:${ports.site}/api/health/ready`)
      return status === 200 ? WRITTEN : `status ${status}`
    },
  },
]

function processes(): Record<string, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines.flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    const script = watched.find((one) => args.includes(one.script))?.script
    return script !== undefined && Number(parent) === command.pid ? [[script, Number(pid)] as const] : []
  })
  return Object.fromEntries(found)
}

const readOrSay = (one: Watched): Promise<string> =>
  one.read().catch((error: unknown) => `no response: ${String(error)}`)

async function readAgain(one: Watched): Promise<string> {
  const deadline = Date.now() + 40_000
  for (;;) {
    const seen = await readOrSay(one)
    if (seen === WRITTEN || hasEnded() || Date.now() > deadline) return seen
    await pause(20)
  }
}

async function kill(one: Watched): Promise<void> {
  const pid = processes()[one.script]
  if (pid === undefined) return
  process.kill(pid, 'SIGKILL')
  await until(`the end of ${one.name}`, async () => (processes()[one.script] === pid ? undefined : true))
}

for (const one of watched) {
  check(
    {
      what: `Crash of ${one.name.replace('The', 'the')}`,
      tried: 'killed the process with SIGKILL while the start command ran',
      expected: 'restarts with its data and logs the restart; other processes keep running',
      timeout: 60_000,
    },
    async () => {
      const before = processes()
      await kill(one)
      const started = performance.now()
      expect(await readAgain(one)).toBe(WRITTEN)
      const after = processes()
      expect(after[one.script]).not.toBe(before[one.script])
      const { [one.script]: _killed, ...others } = before
      expect(after).toMatchObject(others)
      expect(output()).toContain(`${one.name} stopped unexpectedly (signal SIGKILL)`)
      await expect.poll(output).toContain(`${one.name} is running again`)
      return `responds after ${Math.round(performance.now() - started)} ms with its data; 5 other processes unchanged`
    },
  )
}

check(
  {
    what: 'Crash loop of a service',
    tried: 'killed the local systems repeatedly within a minute',
    expected: 'the command exits with code 1 and the reason; no process keeps running',
    timeout: 90_000,
  },
  async () => {
    const one = watched.find(({ name }) => name === 'The local systems')!
    await kill(one)
    expect(await readAgain(one)).toBe(WRITTEN)
    await kill(one)
    await until('the end of the start command', async () => (hasEnded() ? true : undefined), { deadlineMs: 30_000 })
    expect(command.exitCode).toBe(1)
    expect(output()).toContain('It stopped 3 times within a minute, so everything else was stopped too')
    expect(processes()).toEqual({})
    return 'exited after the third crash with code 1 and the reason; no process left'
  },
)
