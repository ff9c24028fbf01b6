import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BODY_LIMITS } from '../../../lib/platform/http/body-limits.ts'
import { getBodyLimit } from '../../../server/guards/body-limit.ts'

const UNIT_BYTES = { '': 1, k: 1024, m: 1024 ** 2 } as const

const parseSize = (size: string): number => {
  const [, digits, unit] = size.match(/^(\d+)([km]?)$/) ?? []
  return Number(digits) * UNIT_BYTES[unit as keyof typeof UNIT_BYTES]
}

/** Locations of `deploy/nginx.conf` with their body limits, longest path first. */
function readNginxLimits(): [path: string, bytes: number][] {
  const config = readFileSync('deploy/nginx.conf', 'utf8')
  const fallback = config.match(/^ {4}client_max_body_size (\w+);/m)?.[1] ?? ''
  return [...config.matchAll(/^ {4}location (\S+) \{([^}]*)\}/gm)]
    .map(([, path = '', block = '']): [string, number] => [
      path,
      parseSize(block.match(/client_max_body_size (\w+);/)?.[1] ?? fallback),
    ])
    .toSorted(([a], [b]) => b.length - a.length)
}

const PATHS = [...Object.keys(BODY_LIMITS), '/', '/login', '/api/webhooks', '/__clerk/v1/me/profile_image']

describe('request body limits', () => {
  it.each(Object.entries(BODY_LIMITS))('allow %s at least %i bytes', (path, bytes) => {
    expect(getBodyLimit(path)).toBeGreaterThanOrEqual(bytes)
    expect(getBodyLimit(`${path}/1`)).toBeGreaterThanOrEqual(bytes)
  })

  it.each(PATHS)('are at least as high in nginx as in the server: %s', (path) => {
    const [, bytes] = readNginxLimits().find(([root]) => `${path}/`.startsWith(root)) ?? []
    expect(bytes).toBeGreaterThanOrEqual(getBodyLimit(path))
  })

  it('are at least as high in the Ingress as in the server', () => {
    const size = readFileSync('deploy/kubernetes/ingress.yaml', 'utf8').match(/proxy-body-size: (\w+)/)?.[1] ?? ''
    expect(parseSize(size)).toBeGreaterThanOrEqual(Math.max(...PATHS.map(getBodyLimit)))
  })

  it('come from the shared table in every route', () => {
    const routes = globSync('{app/api,lib/platform/http,lib/dashboard/api}/**/*.ts')
    const routesWithLimits = routes.filter((file) =>
      /(?:readBody|readDelivery)\(request, \d|BYTES = \d/.test(readFileSync(file, 'utf8')),
    )
    expect(routes.length).toBeGreaterThan(50)
    expect(routesWithLimits).toEqual([])
  })
})
