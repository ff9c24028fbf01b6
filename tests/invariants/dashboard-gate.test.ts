import { globSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Area, AREAS, PERMISSION_NAMES } from '../../lib/platform/auth/access-table.ts'
import type { OperationRule } from '../../lib/dashboard/access/with-access.ts'
import { REVERIFICATION_MINUTES } from '../../lib/constants.ts'
import { OPERATION_RULES } from '../support/operation-rules.ts'
import { stubSiteEnv } from '../support/site-env.ts'

/* tests/e2e/account/gate.spec.ts requests the pages on the running site and detects server actions in other files. */

vi.mock('server-only', () => ({}))
stubSiteEnv()

const { getAccessRule } = await import('../../lib/dashboard/access/with-access.ts')

const root = resolve(import.meta.dirname, '../..')
const DASHBOARD = 'app/(account)/dashboard'
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const findFiles = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
const listExports = async (file: string) =>
  Object.entries((await import(resolve(root, file))) as Record<string, unknown>)

const routes = findFiles('app/{api/dashboard,(account)}/**/route.{ts,tsx}')
const actions = findFiles('app/**/actions.{ts,tsx}')

const getRule = (operation: unknown) => (typeof operation === 'function' ? getAccessRule(operation) : undefined)

describe('dashboard access control', () => {
  it('lists all operations and detects one without a rule', () => {
    expect(routes.length * actions.length).toBeGreaterThan(0)
    expect(getRule(async () => new Response())).toBeUndefined()
  })

  it('matches the operation rules in every route method and server action', async () => {
    const rules: Record<string, unknown> = {}
    for (const file of routes) {
      const path = file.replace(/^app/, '').replace(/\/route\.tsx?$/, '')
      for (const [name, method] of await listExports(file))
        if (METHODS.has(name)) rules[`${name} ${path}`] = getRule(method)
    }
    for (const file of actions) {
      const modulePath = file.replace(`${DASHBOARD}/`, '')
      for (const [name, action] of await listExports(file)) rules[`action ${modulePath} ${name}`] = getRule(action)
    }
    expect(rules).toEqual(OPERATION_RULES)
  })

  it('uses every permission and every verification level', () => {
    const rules = [...Object.values<OperationRule>(OPERATION_RULES), ...Object.values<Area>(AREAS)]
    const collectRuleValues = (name: keyof OperationRule) =>
      new Set(rules.map((rule) => rule[name as keyof typeof rule]))
    const permissions = collectRuleValues('permission')
    expect(PERMISSION_NAMES.filter((name) => !permissions.has(name))).toEqual([])
    const usedLevels = new Set(
      Object.values<OperationRule>(OPERATION_RULES).map(({ reverification }) => reverification),
    )
    expect(Object.keys(REVERIFICATION_MINUTES).filter((level) => !usedLevels.has(level as never))).toEqual([])
  })

  it('requires recent verification before data is exported or deleted', async () => {
    const { POST } = await import('../../app/api/dashboard/exports/route.ts')
    const { deleteData } = await import('../../app/(account)/dashboard/settings/data/actions.ts')
    expect(getAccessRule(POST)?.reverification).toBe('strict')
    expect(getAccessRule(deleteData)?.reverification).toBe('strict_mfa')
  })

  it('has one page per area, at its path, and no others', () => {
    const folders = findFiles(`${DASHBOARD}/**/page.{ts,tsx}`).map((file) => relative(DASHBOARD, dirname(file)))
    // A page below a dynamic segment belongs to the area above that segment.
    const paths = folders.map((folder) => `/dashboard/${folder}`.replace(/\/\[.*$/, '').replace(/\/$/, ''))
    const areaPaths = Object.values(AREAS).map(({ path }: Area) => path)
    expect([...new Set(paths)].toSorted()).toEqual([...new Set(areaPaths)].toSorted())
  })

  it('has no loading.tsx, so that pages respond with a status before streaming', () => {
    expect(findFiles(`${DASHBOARD}/**/loading.tsx`)).toEqual([])
  })
})
