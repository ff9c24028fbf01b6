import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import nodemailer from 'nodemailer'
import postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { localAdminToken } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { copyRelease } from '../support/stack/own-release.ts'
import { pollUntil } from '../support/until.ts'

type MonitoredService = {
  name: string
  script: string
  write: () => Promise<void>
  read: () => Promise<string>
}

const SAMPLE_TEXT = 'written before'
const dataDir = resolve(stack.dataDir, 'local-services')
const logFile = resolve(dataDir, 'command.log')

let command: ChildProcess
let ports: Record<'site' | 'lake' | 'postgres' | 'clerk' | 'voice' | 'systems' | 'mail' | 'smtp', number>

const readOutput = () => readFileSync(logFile, 'utf8')
const hasEnded = () => command.exitCode !== null || command.signalCode !== null

/** Marks the samples as already created, because they take most of a first start and no test here needs them. */
function markSamplesCreated(): void {
  for (const marker of ['content-lake/seeded', 'postgres/sample-data']) {
    const file = resolve(dataDir, marker)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
}

beforeAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  const reservePort = async () => findFreePort()
  ports = {
    site: await reservePort(),
    lake: await reservePort(),
    postgres: await reservePort(),
    clerk: await reservePort(),
    voice: await reservePort(),
    systems: await reservePort(),
    mail: await reservePort(),
    smtp: await reservePort(),
  }
  markSamplesCreated()
  const launchSettings = {
    sitePort: ports.site,
    lakePort: ports.lake,
    studioPort: stack.studioPort,
    postgresPort: ports.postgres,
    clerkPort: ports.clerk,
    voicePort: ports.voice,
    systemsPort: ports.systems,
    mailPort: ports.mail,
    smtpPort: ports.smtp,
    dataDir,
    siteDir: copyRelease('local-services-site'),
  }
  const serveScript = fileURLToPath(new URL('./support/serve-site.ts', import.meta.url))
  writeFileSync(logFile, '')
  command = spawn(process.execPath, [serveScript, JSON.stringify(launchSettings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const appendLog = (text: Buffer) => writeFileSync(logFile, text, { flag: 'a' })
  command.stdout?.on('data', appendLog)
  command.stderr?.on('data', appendLog)
  await pollUntil(
    'the start command',
    async () => (readOutput().includes('everything runs') || hasEnded() ? true : undefined),
    {
      deadlineMs: 60_000,
    },
  )
  await Promise.all(services.map(({ write }) => write()))
}, 90_000)

afterAll(async () => {
  command.kill('SIGTERM')
  await pollUntil('the end of the start command', async () => (hasEnded() ? true : undefined), { deadlineMs: 30_000 })
}, 40_000)

const fetchJson = async (address: string, init: RequestInit = {}): Promise<unknown> =>
  (await fetch(address, { signal: AbortSignal.timeout(5000), ...init })).json()

const post = (address: string, body: unknown, headers: Record<string, string>, method = 'POST') =>
  fetchJson(address, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

const withDatabase = async (work: (sql: postgres.Sql) => Promise<string>): Promise<string> => {
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

const buildLakeUrl = (path: string) => `http://localhost:${ports.lake}/v2025-02-19/data/${path}/production`
const buildVoiceUrl = (path: string) => `http://127.0.0.1:${ports.voice}/${path}`
const buildClerkUrl = (path: string) => `http://127.0.0.1:${ports.clerk}/bapi/v1/${path}`
const clerkHeaders = { authorization: 'Bearer sk_test_local_only' }
const voiceHeaders = { 'xi-api-key': 'local-voice-key' }
const buildSystemsUrl = (path: string) => `http://127.0.0.1:${ports.systems}/servicetitan/${path}`
let systemsToken: string

const services: MonitoredService[] = [
  {
    name: 'The local Content Lake',
    script: 'packages/content-lake/main.ts',
    write: async () => {
      const mutations = [{ create: { _id: 'kept', _type: 'note', text: SAMPLE_TEXT } }]
      await post(buildLakeUrl('mutate'), { mutations }, { authorization: `Bearer ${localAdminToken}` })
    },
    read: async () => {
      const query = encodeURIComponent('*[_id == "kept"][0].text')
      return ((await fetchJson(`${buildLakeUrl('query')}?query=${query}`)) as { result: string }).result
    },
  },
  {
    name: 'The local Postgres',
    script: 'packages/postgres/main.ts',
    write: async () => {
      await withDatabase(async (sql) => {
        await sql`create table kept (text text)`
        await sql`insert into kept values (${SAMPLE_TEXT})`
        return ''
      })
    },
    read: () => withDatabase(async (sql) => String((await sql`select text from kept`)[0]?.text)),
  },
  {
    name: 'The local Clerk',
    script: 'packages/clerk/main.ts',
    write: async () => {
      await post(
        buildClerkUrl('users'),
        {
          external_id: 'kept',
          email_address: ['kept@ductwise.test'],
          first_name: SAMPLE_TEXT,
          password: 'a-long-password-1',
        },
        clerkHeaders,
      )
    },
    read: async () => {
      const users = (await fetchJson(buildClerkUrl('users?external_id=kept'), { headers: clerkHeaders })) as {
        first_name: string
      }[]
      return users[0]?.first_name ?? 'no user'
    },
  },
  {
    name: 'The local voice vendor',
    script: 'packages/voice/main.ts',
    write: async () => {
      await post(
        buildVoiceUrl('local/agents/kept'),
        { name: SAMPLE_TEXT, conversation_config: {} },
        voiceHeaders,
        'PUT',
      )
    },
    read: async () =>
      ((await fetchJson(buildVoiceUrl('v1/convai/agents/kept'), { headers: voiceHeaders })) as { name: string }).name,
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
      const { access_token } = (await fetchJson(buildSystemsUrl('token'), {
        method: 'POST',
        body: new URLSearchParams(form),
      })) as { access_token: string }
      systemsToken = access_token
    },
    // A token is valid only while it is stored.
    read: async () => {
      const headers = { authorization: `Bearer ${systemsToken}`, 'st-app-key': 'local-app-key-of-servicetitan' }
      const { status } = await fetch(buildSystemsUrl('crm/v2/tenant/5550100/customers'), { headers })
      return status === 200 ? SAMPLE_TEXT : `status ${status}`
    },
  },
  {
    name: 'The local inbox',
    script: 'packages/mail/main.ts',
    write: async () => {
      const transport = nodemailer.createTransport(`smtp://127.0.0.1:${ports.smtp}`)
      await transport.sendMail({ from: 'site@ductwise.test', to: 'kept@ductwise.test', text: '', subject: SAMPLE_TEXT })
    },
    read: async () => {
      const { messages } = (await fetchJson(`http://127.0.0.1:${ports.mail}/api/messages?to=kept@ductwise.test`)) as {
        messages: { subject: string }[]
      }
      return messages[0]?.subject ?? 'no email'
    },
  },
  {
    name: 'The site',
    script: 'server/main.ts',
    write: async () => undefined,
    read: async () => {
      const { status } = await fetch(`http://localhost:${ports.site}/api/health/ready`)
      return status === 200 ? SAMPLE_TEXT : `status ${status}`
    },
  },
]

function listProcesses(): Record<string, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const entries = lines.flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    const script = services.find((service) => args.includes(service.script))?.script
    return script !== undefined && Number(parent) === command.pid ? [[script, Number(pid)] as const] : []
  })
  return Object.fromEntries(entries)
}

const readOrDescribeError = (service: MonitoredService): Promise<string> =>
  service.read().catch((error: unknown) => `no response: ${String(error)}`)

async function readUntilRestored(service: MonitoredService): Promise<string> {
  const deadline = Date.now() + 40_000
  for (;;) {
    const value = await readOrDescribeError(service)
    if (value === SAMPLE_TEXT || hasEnded() || Date.now() > deadline) return value
    await pause(20)
  }
}

async function killService(service: MonitoredService): Promise<void> {
  const pid = listProcesses()[service.script]
  if (pid === undefined) return
  process.kill(pid, 'SIGKILL')
  await pollUntil(`the end of ${service.name}`, async () =>
    listProcesses()[service.script] === pid ? undefined : true,
  )
}

for (const service of services) {
  check(
    {
      what: `Crash of ${service.name.replace('The', 'the')}`,
      tried: 'killed the process with SIGKILL while the start command ran',
      expected: 'restarts with its data and logs the restart; other processes keep running',
      timeout: 60_000,
    },
    async () => {
      const processesBefore = listProcesses()
      await killService(service)
      const startedAt = performance.now()
      expect(await readUntilRestored(service)).toBe(SAMPLE_TEXT)
      const processesAfter = listProcesses()
      expect(processesAfter[service.script]).not.toBe(processesBefore[service.script])
      const { [service.script]: _killed, ...otherProcesses } = processesBefore
      expect(processesAfter).toMatchObject(otherProcesses)
      expect(readOutput()).toContain(`${service.name} stopped unexpectedly (signal SIGKILL)`)
      await expect.poll(readOutput).toContain(`${service.name} is running again`)
      return `responds after ${Math.round(performance.now() - startedAt)} ms with its data; ${services.length - 1} other processes unchanged`
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
    const service = services.find(({ name }) => name === 'The local systems')!
    await killService(service)
    expect(await readUntilRestored(service)).toBe(SAMPLE_TEXT)
    await killService(service)
    await pollUntil('the end of the start command', async () => (hasEnded() ? true : undefined), { deadlineMs: 30_000 })
    expect(command.exitCode).toBe(1)
    expect(readOutput()).toContain('It stopped 3 times within a minute, so everything else was stopped too')
    expect(listProcesses()).toEqual({})
    return 'exited after the third crash with code 1 and the reason; no process left'
  },
)
