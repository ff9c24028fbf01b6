import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/support/settings.ts'
import { allChanges } from '../../../scripts/support/undefended.ts'

it('every defence that a check removes is in its file once', async () => {
  const changes = await allChanges()
  expect(changes.length).toBeGreaterThan(100)
  const moved = changes.filter(({ file, from }) => readFileSync(resolve(root, file), 'utf8').split(from).length !== 2)
  expect(moved.map(({ file, from }) => ({ file, from }))).toEqual([])
})
