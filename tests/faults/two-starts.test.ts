import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { siteProcessEnv, buildSiteServerArgs, buildSiteVariables } from '../../scripts/support/services.ts'
import { root } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { startIsolatedPostgres } from '../support/stack/isolated-postgres.ts'
import { release } from '../support/stack/stack.ts'
import { requestSite } from './support/request-site.ts'

/** Time limit for a second start to fail. */
const MAX_EXIT_MS = 30_000

/** Result of a process. `code` is undefined while the process runs. */
type ProcessResult = { code: number | undefined; output: string }

async function runProcess(args: string[], env: Record<string, string>, cwd = root): Promise<ProcessResult> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'exit').then(([code]) => Number(code))
  const code = await Promise.race([exit, wait(MAX_EXIT_MS, undefined, { ref: false })])
  if (code === undefined) {
    child.kill('SIGKILL')
    await exit
  }
  return { code, output }
}

const getSiteStatus = async () => (await requestSite(stack.env.siteUrl, '/pricing')).status

describe('second start', () => {
  check(
    {
      what: 'Two sites on one port',
      tried: 'started a second site in the same folder',
      expected: 'exits with code 1 and names the port; the first keeps serving',
    },
    async () => {
      const { code, output } = await runProcess(
        buildSiteServerArgs(release, '--port', String(stack.sitePort), '--hostname', 'localhost'),
        { ...buildSiteVariables(stack), ...siteProcessEnv },
        release,
      )
      expect(output).toContain('http: listen failed')
      expect(code).toBe(1)
      expect(output).toContain('EADDRINUSE')
      expect(await getSiteStatus()).toBe(200)
      return 'code 1: http: listen failed, EADDRINUSE; the first returns 200'
    },
  )

  check(
    {
      what: 'Second npm start',
      tried: 'ran npm start again with the same ports',
      expected: 'exits with code 1, the port and a fix; the first keeps serving',
    },
    async () => {
      const { code, output } = await runProcess([resolve(root, 'scripts/commands/start.ts')], {
        PORT: String(stack.sitePort),
        LAKE_PORT: String(stack.lakePort),
        POSTGRES_PORT: String(stack.postgresPort),
        CLERK_PORT: String(stack.clerkPort),
        VOICE_PORT: String(stack.voicePort),
        SYSTEMS_PORT: String(stack.systemsPort),
        MAIL_PORT: String(stack.mailPort),
        MAIL_SMTP_PORT: String(stack.smtpPort),
      })
      expect(output).toContain(`Port ${stack.lakePort} is in use`)
      expect(output).toContain('choose another with LAKE_PORT=<port>')
      expect(code).toBe(1)
      expect(await getSiteStatus()).toBe(200)
      return `code 1: Port ${stack.lakePort} is in use: stop the process that uses it, or choose another`
    },
  )

  check(
    {
      what: 'Two servers on one data folder',
      tried: 'started a second lake, Postgres, Clerk, voice vendor, systems and inbox, each on its own port',
      expected: 'each exits with code 2 and reports that another server uses the folder',
    },
    async () => {
      const separatePostgres = await startIsolatedPostgres('two-starts')
      const resolveFolder = (name: string) => resolve(stack.dataDir, name)
      const { site } = stack
      const seconds: [name: string, env: Record<string, string>][] = [
        ['content-lake', { LAKE_PORT: '0', LAKE_DATA: resolveFolder('content-lake') }],
        ['postgres', { POSTGRES_PORT: '0', POSTGRES_DATA: resolveFolder('two-starts') }],
        [
          'clerk',
          {
            CLERK_PORT: '0',
            CLERK_DATA: resolveFolder('clerk'),
            CLERK_CONFIG: resolveFolder('clerk-config.json'),
            CLERK_SITE_URL: stack.env.siteUrl,
            NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: site.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ?? '',
            CLERK_SECRET_KEY: site.CLERK_SECRET_KEY ?? '',
          },
        ],
        ['voice', { VOICE_PORT: '0', VOICE_DATA: resolveFolder('voice'), VOICE_API_KEY: stack.env.voice.apiKey ?? '' }],
        ['systems', { SYSTEMS_PORT: '0', SYSTEMS_DATA: resolveFolder('systems') }],
        ['mail', { MAIL_PORT: '0', MAIL_SMTP_PORT: '0', MAIL_DATA: resolveFolder('mail') }],
      ]
      expect(existsSync(resolveFolder('two-starts'))).toBe(true)
      try {
        const results = await Promise.all(
          seconds.map(async ([name, env]) => {
            const { code, output } = await runProcess([resolve(root, `packages/${name}/main.ts`)], env)
            return `${name} ${code} ${/another (?:server|content lake) uses/i.test(output) ? 'in use' : output}`
          }),
        )
        expect(results).toEqual(seconds.map(([name]) => `${name} 2 in use`))
      } finally {
        await separatePostgres.stop()
      }
      return 'code 2 and the reason, six times'
    },
  )
})
