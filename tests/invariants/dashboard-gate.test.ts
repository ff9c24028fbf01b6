import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Area, AREAS, OPERATIONS } from '../../lib/auth/areas.ts'

const root = resolve(import.meta.dirname, '../..')
const DASHBOARD = 'app/(account)/dashboard'

const found = (pattern: string) => globSync(pattern, { cwd: root })
const source = (file: string) => readFileSync(resolve(root, file), 'utf8')

/** The first statement of each function that a request can reach. */
const firstStatements = (text: string, head: RegExp) =>
  [...text.matchAll(head)].map(({ index = 0, 0: declaration }) =>
    text
      .slice(index + declaration.length)
      .trimStart()
      .split('\n')[0]
      ?.trim(),
  )

const PAGE_HEAD = /^export default async function \w+\([^)]*\)(?:: [^{]+)? \{/gm
const METHOD_HEAD = /^export async function [A-Z]+\([^)]*\): Promise<Response> \{/gm
const ACTION_HEAD = /^export async function \w+\([^)]*\): Promise<.+> \{$/gm

const PAGE_GATE = /await require(?:Page|Member)\('(\w+)'/
const OPERATION_GATE = /^const access = await requireOperation\(OPERATIONS\.(\w+)\)$/

const pages = found(`${DASHBOARD}/**/page.tsx`)
const routes = found('app/api/dashboard/**/route.ts')
const actions = found(`${DASHBOARD}/**/*.ts`).filter((file) => source(file).startsWith("'use server'"))

describe('the gate', () => {
  it.each(pages)('comes first in %s, with the area of its address', (file) => {
    const [first, ...others] = firstStatements(source(file), PAGE_HEAD)
    expect(others).toEqual([])
    const name = PAGE_GATE.exec(first ?? '')?.[1] as keyof typeof AREAS
    const folder = relative(DASHBOARD, dirname(file)).replace(/\/?\[+\.\.\.\w+\]+$/, '')
    const area: Area = AREAS[name]
    expect(area.path).toBe(folder ? `/dashboard/${folder}` : '/dashboard')
  })

  it('has one page for each area', () => {
    const used = pages.map((file) => PAGE_GATE.exec(source(file))?.[1])
    expect(used.toSorted()).toEqual(Object.keys(AREAS).toSorted())
  })

  it('comes first in each method and action, with a rule of its own', () => {
    const used = [
      ...routes.flatMap((file) => firstStatements(source(file), METHOD_HEAD)),
      ...actions.flatMap((file) => firstStatements(source(file), ACTION_HEAD)),
    ].map((statement) => OPERATION_GATE.exec(statement ?? '')?.[1])
    expect(used.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
    const exported = [...routes, ...actions].flatMap((file) => source(file).match(/^export /gm) ?? [])
    expect(exported).toHaveLength(used.length)
  })

  it('is not in a place that is not made anew for each page', () => {
    for (const file of found(`${DASHBOARD}/**/{layout,template}.tsx`))
      expect(source(file)).not.toMatch(/\brequire[A-Z]/)
  })

  it('answers with a status: no boundary lets the first byte out before it', () => {
    expect(found(`${DASHBOARD}/**/loading.tsx`)).toEqual([])
  })
})
