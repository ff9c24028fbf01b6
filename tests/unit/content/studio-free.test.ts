import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'

const queries = resolve(import.meta.dirname, '../../../sanity/queries')

it('query modules load without importing the Studio', async () => {
  vi.doMock('sanity', () => {
    throw new Error('The Studio was loaded')
  })
  for (const file of globSync('*.ts', { cwd: queries })) {
    await expect(import(pathToFileURL(resolve(queries, file)).href)).resolves.toBeDefined()
  }
})
