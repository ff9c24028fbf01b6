import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { log } from '../../../lib/platform/log/log.ts'
import { createRouteNames } from '../../../server/route-names.ts'

let folder: string
let file: string

beforeEach(() => {
  vi.spyOn(log, 'warn').mockReturnValue()
  folder = mkdtempSync(join(tmpdir(), 'routes-'))
  file = join(folder, 'routes-manifest.json')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('route names are the patterns from the build, without path parameters', () => {
  const routes = {
    staticRoutes: [{ page: '/api/contact', regex: 'not read' }],
    dynamicRoutes: [
      { page: '/api/dashboard/leads/[id]', regex: '^/api/dashboard/leads/([^/]+?)(?:/)?$' },
      { page: '/[[...path]]', regex: '^(?:/(.+?))?(?:/)?$' },
    ],
  }
  writeFileSync(file, JSON.stringify(routes))
  const name = createRouteNames(file)
  expect(name('/api/contact')).toBe('/api/contact')
  expect(name('/api/dashboard/leads/ada@example.com')).toBe('/api/dashboard/leads/[id]')
  expect(name('/anything/else')).toBe('/[[...path]]')
})

it('route names are unknown and logged if the manifest is missing or invalid', () => {
  expect(createRouteNames(file)('/api/contact')).toBe('unknown')
  writeFileSync(file, '{"staticRoutes": 1}')
  expect(createRouteNames(file)('/api/contact')).toBe('unknown')
  expect(log.warn).toHaveBeenCalledTimes(2)
})
