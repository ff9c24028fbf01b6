import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '../../../local-server/tests/servers.ts'
import { createTestClient, temporaryFolder, TOKENS, whenDone } from '../fixtures.ts'

it('--seed creates the dataset and imports the export only once', async () => {
  const data = temporaryFolder()
  const seedFile = join(temporaryFolder(), 'export.ndjson')
  const lines = [
    { _id: 'page-home', _type: 'page', title: 'Home' },
    { _id: 'page-about', _type: 'page', title: 'About' },
    { _id: 'drafts.page-about', _type: 'page', title: 'About us' },
  ]
  writeFileSync(seedFile, lines.map((line) => JSON.stringify(line)).join('\n'))
  const args = ['--port', '0', '--data', data, '--dataset', 'staging', '--seed', seedFile]
  const server = await startServer(join(import.meta.dirname, '../../main.ts'), args)
  whenDone(() => server.kill('SIGKILL'))
  const first = createTestClient({ url: server.address }, TOKENS.editor, 'staging')
  expect(await first.getDocument('page-home')).toMatchObject({ title: 'Home' })
  expect(await first.getDocument('drafts.page-home')).toBeUndefined()
  expect(await first.getDocument('drafts.page-about')).toMatchObject({ title: 'About us' })

  const url = '/data/history/staging/events/documents/page-home?limit=10'
  const { events } = await first.request<{ events: Record<string, { type: string }[]> }>({ url })
  expect(events['page-home']?.map(({ type }) => type)).toEqual(['publishDocumentVersion', 'createLiveDocument'])
  await first.delete('page-home')
})
