import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { createTestClient, temporaryFolder, startTestLake, TOKENS } from '../fixtures.ts'

const CLI = fileURLToPath(new URL('../../../../node_modules/.bin/sanity', import.meta.url))
const REDIRECT = new URL('../../redirect.mjs', import.meta.url).href

let lake: Lake

beforeAll(async () => {
  lake = await startTestLake()
})

async function runSanity(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    CONTENT_LAKE_URL: lake.url,
    NODE_OPTIONS: `--import ${REDIRECT}`,
    SANITY_AUTH_TOKEN: TOKENS.administrator,
    CI: '1',
    DO_NOT_TRACK: '1',
  }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args, '--project-id', 'local'], {
    cwd: temporaryFolder(),
    env,
  })
  return stdout
}

it('the Sanity CLI creates a private dataset', async () => {
  const administrator = createTestClient(lake, TOKENS.administrator)
  await runSanity('datasets', 'create', 'hidden', '--visibility', 'private')
  expect(await administrator.datasets.list()).toMatchObject([{ name: 'hidden', aclMode: 'private' }, {}])
  expect(await runSanity('datasets', 'list')).toContain('hidden')
})
