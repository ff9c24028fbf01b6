import { dirname, resolve } from 'node:path'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { type Service, serve } from '../../../scripts/support/processes.ts'
import { siteProcessEnv, buildSiteVariables } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'

export type ServedRelease = { url: string; service: Service; logFile: string }

const GRACE_MS = 30_000

/** Files that make Next detect a workspace root above the release folder. */
const WORKSPACE_FILES = [
  'lerna.json',
  'pnpm-workspace.yaml',
  'package.json',
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
]

const listParentFolders = (folder: string): string[] =>
  folder === dirname(folder) ? [] : [dirname(folder), ...listParentFolders(dirname(folder))]

/** Returns flags that limit file access to `folder`. See https://nodejs.org/api/permissions.html. */
function buildPermissionFlags(folder: string): string[] {
  const workspaceFiles = listParentFolders(folder).flatMap((path) => WORKSPACE_FILES.map((name) => resolve(path, name)))
  return [
    '--permission',
    ...[folder, ...workspaceFiles].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${resolve(folder, '.next/cache')}`,
    // Image processing loads a native library.
    '--allow-addons',
  ]
}

async function start(
  options: { command?: string; args: string[]; cwd?: string },
  port: number,
): Promise<ServedRelease> {
  const url = `http://127.0.0.1:${port}`
  const logFile = `${stack.dataDir}/logs/release.log`
  const env = { ...buildSiteVariables(stack), ...siteProcessEnv, PORT: String(port) }
  const service = await serve({ name: 'The release', ...options, env, logFile, graceMs: GRACE_MS }, `${url}/robots.txt`)
  return { url, service, logFile }
}

/** Serves a release whose file access is limited to its folder by Node's permission model. */
export async function serveFolder(folder: string): Promise<ServedRelease> {
  return start(
    { args: [...buildPermissionFlags(folder), 'server/main.ts', '--hostname', '127.0.0.1'], cwd: folder },
    await findFreePort(),
  )
}

/** Serves a container image on the host network. @param run command and arguments, to which the image is appended */
export async function serveImage(run: string, image: string): Promise<ServedRelease> {
  const [command = '', ...args] = run.split(' ')
  const port = await findFreePort()
  const names = [...Object.keys(buildSiteVariables(stack)), 'PORT'].flatMap((name) => ['--env', name])
  return start({ command, args: [...args, ...names, image] }, port)
}
