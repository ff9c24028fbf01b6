import { globSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Area, AREAS } from '../../lib/auth/access-table.ts'
import { stubSiteEnv } from '../support/site-env.ts'

/*
 * Every operation of the dashboard is asked whether `withAccess` made it, and every area whether it has a page. That pages
 * ask, too, is tried on the running site (tests/e2e/account/gate.spec.ts), which also knows actions in any other file.
 */

vi.mock('server-only', () => ({}))
stubSiteEnv()

const { accessRuleOf } = await import('../../lib/auth/with-access.ts')

const root = resolve(import.meta.dirname, '../..')
const DASHBOARD = 'app/(account)/dashboard'
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const found = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
const exportsOf = async (file: string) => Object.entries((await import(resolve(root, file))) as Record<string, unknown>)

const routes = found('app/{api/dashboard,(account)}/**/route.{ts,tsx}')
const actions = found('app/**/actions.{ts,tsx}')

const ruleOf = (operation: unknown) => (typeof operation === 'function' ? accessRuleOf(operation) : undefined)

describe('the dashboard', () => {
  it('has operations, and knows one without access control', () => {
    expect(routes.length * actions.length).toBeGreaterThan(0)
    expect(ruleOf(async () => new Response())).toBeUndefined()
  })

  it.each(routes)('lets nobody use a method of %s without access', async (file) => {
    const methods = (await exportsOf(file)).filter(([name]) => METHODS.has(name))
    expect(methods).not.toEqual([])
    expect(methods.filter(([, method]) => !ruleOf(method))).toEqual([])
  })

  it.each(actions)('lets nobody use an action of %s without access', async (file) => {
    expect((await exportsOf(file)).filter(([, action]) => !ruleOf(action))).toEqual([])
  })

  it('asks for a fresh confirmation before data leaves or goes', async () => {
    const { POST } = await import('../../app/api/dashboard/exports/route.ts')
    const { deleteData } = await import('../../app/(account)/dashboard/data/actions.ts')
    expect(accessRuleOf(POST)?.reverification).toBe('strict')
    expect(accessRuleOf(deleteData)?.reverification).toBe('strict_mfa')
  })

  it('has one page for each area, at its address', () => {
    const folders = found(`${DASHBOARD}/**/page.{ts,tsx}`).map((file) => relative(DASHBOARD, dirname(file)))
    const paths = folders.map((folder) => `/dashboard/${folder}`.replace(/\/\[+\.\.\.\w+\]+$/, '').replace(/\/$/, ''))
    const areas = Object.values(AREAS).map(({ path }: Area) => path)
    expect(paths.toSorted()).toEqual(areas.toSorted())
  })

  it('answers with a status: no boundary lets the first byte out before a page has asked', () => {
    expect(found(`${DASHBOARD}/**/loading.tsx`)).toEqual([])
  })
})
