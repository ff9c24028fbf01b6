import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { createClerkClient } from '@clerk/backend'
import { createClient } from '@sanity/client'
import nodemailer from 'nodemailer'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { findFreePort } from './servers.ts'

const root = join(import.meta.dirname, '../../..')
const names = ['content-lake', 'clerk', 'postgres', 'voice', 'systems', 'mail', 'edge-caches'] as const
type Name = (typeof names)[number]
type Manifest = { version: string; bin: Record<string, string>; dependencies?: Record<string, string> }

const folder = mkdtempSync(join(tmpdir(), 'packed-'))
const packedFiles = new Map<string, string[]>()

beforeAll(() => {
  const workspaces = names.map((name) => `--workspace=packages/${name}`)
  const args = ['pack', '--ignore-scripts=false', '--json', '--pack-destination', folder, ...workspaces]
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  const packages = Object.values(
    JSON.parse(output.slice(output.search(/^[[{]/m))) as Record<string, { name: string; files: { path: string }[] }>,
  )
  for (const { name, files } of packages)
    packedFiles.set(
      name,
      files.map(({ path }) => path),
    )
  for (const name of names) install(name)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stopCallbacks: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stopCallbacks.splice(0)) await stop()
})

const getProjectDir = (name: Name): string => join(folder, name)

/**
 * Installs a package like `npm install <tarball>` without a registry. Unpacks it, links the dependencies of its
 * manifest and its command.
 */
function install(name: Name): void {
  const modules = join(getProjectDir(name), 'node_modules')
  const target = join(modules, '@ductwise', name)
  mkdirSync(target, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest
  const tarball = join(folder, `ductwise-${name}-${manifest.version}.tgz`)
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  for (const dependency of [...Object.keys(manifest.dependencies ?? {}), '@types/node']) {
    const link = join(modules, dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(findInstalledDir(name, dependency), link)
  }
  for (const [command, file] of Object.entries(manifest.bin)) {
    mkdirSync(join(modules, '.bin'))
    chmodSync(join(target, file), 0o755)
    symlinkSync(relative(join(modules, '.bin'), join(target, file)), join(modules, '.bin', command))
  }
  writeFileSync(join(getProjectDir(name), 'package.json'), '{ "type": "module" }')
}

function findInstalledDir(name: Name, dependency: string): string {
  const candidates = [join(root, 'packages', name, 'node_modules', dependency), join(root, 'node_modules', dependency)]
  const installedDir = candidates.find((candidate) => existsSync(candidate))
  if (!installedDir) throw new Error(`${dependency} of ${name} is not installed`)
  return installedDir
}

async function start(name: Name, command: string, ...args: string[]): Promise<string> {
  const cwd = getProjectDir(name)
  const child = spawn(join(cwd, 'node_modules/.bin', command), ['--port', '0', ...args], {
    cwd,
    env: { NODE_ENV: 'test', PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  stopCallbacks.push(() => (child.kill(), closed))
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += String(text)
        const address = /listening on (\S+)\n/.exec(output)?.[1]
        if (address) resolve(address)
      })
    }
    void closed.then(() => reject(new Error(`${command} ended: ${output}`)))
  })
}

it.each(names)('the packed %s contains its program, license and changelog but no sources or tests', (name) => {
  const files = packedFiles.get(`@ductwise/${name}`) ?? []
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'README.md', 'package.json', `dist/${name}/main.js`]),
  )
  expect(files.filter((file) => /\btests\b|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
})

it('the packed content-lake stores and finds documents and runs its workers', async () => {
  const apiHost = await start('content-lake', 'content-lake')
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    token: 'local-editor-token-0000000000000000000000',
    apiHost,
    useProjectHostname: false,
    useCdn: false,
  })
  await client.create({ _id: 'a-post', _type: 'post', title: 'Hello' })
  expect(await client.fetch('*[_type == $type].title', { type: 'post' })).toEqual(['Hello'])
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4"/></svg>'
  expect(await client.assets.upload('image', Buffer.from(svg))).toMatchObject({ extension: 'svg' })
  // A million comparisons take long enough to run in a worker thread.
  const numbers = Array.from({ length: 1000 }, (_, index) => index)
  const slowQuery = 'count($numbers[count($numbers[@ == ^]) == 1])'
  expect(await client.fetch(slowQuery, { numbers })).toBe(1000)
})

it('the packed clerk creates a session that the SDK accepts', async () => {
  const [publishableKey, secretKey] = [`pk_live_${btoa('clerk.example.test$')}`, 'sk_test_packed']
  const host = await start('clerk', 'local-clerk', '--publishable-key', publishableKey, '--secret-key', secretKey)
  const backend = createClerkClient({ publishableKey, secretKey, apiUrl: `http://${host}/bapi` })
  const { id: userId } = await backend.users.createUser({
    emailAddress: ['owner@example.com'],
    password: 'a-long-password',
  })
  const { token: ticket } = await backend.signInTokens.createSignInToken({ userId, expiresInSeconds: 60 })
  const signIn = await fetch(`http://${host}/fapi/v1/client/sign_ins`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000' },
    body: new URLSearchParams({ strategy: 'ticket', ticket }),
  })
  const { client } = (await signIn.json()) as { client: { sessions: { last_active_token: { jwt: string } }[] } }
  const headers = { authorization: `Bearer ${client.sessions[0]?.last_active_token.jwt}` }
  const state = await backend.authenticateRequest(new Request('http://localhost:3000/', { headers }))
  expect(state.toAuth()).toMatchObject({ userId })
})

it('the packed postgres executes a query', async () => {
  const host = await start('postgres', 'local-postgres', '--memory')
  const sql = postgres(`postgres://local:local@${host}/postgres`)
  stopCallbacks.unshift(() => sql.end())
  expect([...(await sql`select ${'hello'}::text as word, 40 + 2 as answer`)]).toEqual([{ word: 'hello', answer: 42 }])
})

it('the packed voice server creates and returns an agent', async () => {
  const host = await start('voice', 'local-voice', '--api-key', 'local')
  const callApi = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { 'xi-api-key': 'local', 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(`http://${host}/v1/convai/agents/${path}`, init)).json()
  }
  const config = { conversation_config: { agent: { first_message: 'Hello' } } }
  const { agent_id: id } = (await callApi('POST', 'create', config)) as { agent_id: string }
  expect(await callApi('GET', id)).toMatchObject({ agent_id: id, ...config })
})

it('the packed systems server shows its own labeled sign-in page', async () => {
  const host = await start('systems', 'local-systems', '--memory')
  const discovery = await fetch(`http://${host}/slack/.well-known/openid-configuration`)
  const { authorization_endpoint: endpoint } = (await discovery.json()) as { authorization_endpoint: string }
  const question = new URLSearchParams({
    client_id: 'local-client-of-slack',
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/callback/slack',
    scope: 'channels:read',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const redirect = await fetch(`${endpoint}?${question}`, { redirect: 'manual' })
  const headers = {
    cookie: redirect.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
  const page = await fetch(new URL(redirect.headers.get('location') ?? '', endpoint), { headers })
  expect(await page.text()).toContain('Local Slack, not the real Slack.')
})

it('the packed mail server receives an email', async () => {
  const smtpPort = await findFreePort()
  const host = await start('mail', 'local-mail', '--memory', '--smtp-port', String(smtpPort))
  const transport = nodemailer.createTransport(`smtp://127.0.0.1:${smtpPort}`)
  await transport.sendMail({ from: 'shop@example.com', to: 'sam@example.com', subject: 'Hello', text: 'Hello' })
  expect(await (await fetch(`http://${host}/`)).text()).toContain('sam@example.com')
})

it('the packed edge-caches returns 503 for an unreachable origin', async () => {
  const options = ['--origin', 'http://127.0.0.1:9', '--id', 'local', '--token', 'local', '--api-port', '0']
  const host = await start('edge-caches', 'local-edge-cache', ...options)
  expect((await fetch(`http://${host}/`)).status).toBe(503)
})

it.each([
  ['content-lake', `import { startLake } from '@ductwise/content-lake'\n`, 'startLake({ port: 0, dataDir: 1 })'],
  ['clerk', `import { startClerk } from '@ductwise/clerk'\n`, 'startClerk({ port: "0" })'],
  ['postgres', `import { startPostgres } from '@ductwise/postgres'\n`, 'startPostgres({ port: "0" })'],
  ['voice', `import { startVoice } from '@ductwise/voice'\n`, 'startVoice({ port: "0" })'],
  ['systems', `import { startSystems } from '@ductwise/systems'\n`, 'startSystems({ port: "0" })'],
  ['mail', `import { startMail } from '@ductwise/mail'\n`, 'startMail({ port: "0" })'],
  ['edge-caches', `import { startFastly } from '@ductwise/edge-caches'\n`, 'startFastly({ port: "0" })'],
] as const)('the packed %s contains its types', (name, imports, mistake) => {
  const file = join(getProjectDir(name), 'types.ts')
  writeFileSync(file, `${imports}// @ts-expect-error -- a wrong option\nvoid ${mistake}\n`)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node']
  execFileSync(process.execPath, [tsc, ...options, file], { cwd: getProjectDir(name), stdio: 'pipe' })
})
