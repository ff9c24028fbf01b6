import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { deserialize } from 'node:v8'
import { run, serve, type Service, stop } from '../../scripts/support/processes.ts'
import { root } from '../../scripts/support/settings.ts'
import type { Call } from '../fixtures/next-app/recording-handler.ts'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { siteVariables } from './site-env.ts'

const source = resolve(root, 'tests/fixtures/next-app')
const nextBin = resolve(root, 'node_modules/next/dist/bin/next')

type Content = {
  url: string
  text: string
  requestedPaths: string[]
  /** Blocks all responses until `release` is called. */
  block: () => void
  release: () => void
  close: () => void
}

async function startContent(): Promise<Content> {
  let blockedResponses: ServerResponse[] | undefined
  const server = createServer((request, response) => {
    content.requestedPaths.push(request.url ?? '')
    if (blockedResponses) blockedResponses.push(response)
    else response.end(content.text)
  })
  await new Promise<void>((resolvePromise) => server.listen(0, '127.0.0.1', resolvePromise))
  const content: Content = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: 'first',
    requestedPaths: [],
    block: () => {
      blockedResponses = []
    },
    release: () => {
      for (const response of blockedResponses ?? []) response.end(content.text)
      blockedResponses = undefined
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return content
}

export type NextFixture = {
  url: string
  content: Content
  calls: () => Call[]
  close: () => Promise<void>
}

export async function startNextFixture(): Promise<NextFixture> {
  const content = await startContent()
  // Creates the copy below the repository root, where packages resolve, in a folder without linting.
  mkdirSync(resolve(root, '.data'), { recursive: true })
  const folder = mkdtempSync(resolve(root, '.data/next-app-'))
  const cwd = join(folder, 'app')
  cpSync(source, cwd, { recursive: true })
  const env = {
    ...siteVariables,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    FIXTURE_ROOT: root,
    FIXTURE_HANDLER: resolve(source, 'recording-handler.ts'),
    FIXTURE_CALLS: folder,
    FIXTURE_CONTENT: content.url,
  }
  const buildProgram = (name: string, ...args: string[]) => ({
    name,
    args: [nextBin, ...args],
    cwd,
    env,
    logFile: resolve(root, '.data/logs', `next-fixture-${args[0]}.log`),
  })
  const callsFile = join(folder, 'calls')
  let service: Service | undefined
  const close = async () => {
    if (service) await stop(service)
    content.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await run(buildProgram('The build of the Next fixture', 'build'))
    rmSync(callsFile, { force: true })
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    service = await serve(
      buildProgram('The Next fixture', 'start', '-p', String(port), '-H', '127.0.0.1'),
      `${url}/feed`,
    )
    const readCalls = () => {
      if (!existsSync(callsFile)) return []
      const lines = readFileSync(callsFile, 'utf8').trimEnd().split('\n')
      return lines.map((line) => deserialize(Buffer.from(line, 'base64')) as Call)
    }
    return { url, content, calls: readCalls, close }
  } catch (error) {
    await close()
    throw error
  }
}
