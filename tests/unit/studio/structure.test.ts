import { createElement } from 'react'
import type { StructureBuilder } from 'sanity/structure'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { typeNames } from '../../../sanity/content-types.ts'
import { structure } from '../../../studio/desk/structure.ts'

const listed = vi.hoisted(() => new Map<string, unknown>())

vi.mock('@sanity/orderable-document-list', async (original) => ({
  ...(await original<object>()),
  orderableDocumentListDeskItem: ({ type, icon }: { type: string; icon: unknown }) => {
    listed.set(type, icon)
    return { child: {} }
  },
}))

const children: (() => unknown)[] = []

const builder: StructureBuilder = new Proxy({} as StructureBuilder, {
  get: (_, method) => (name: unknown) => {
    if (method === 'child' && typeof name === 'function') children.push(name as () => unknown)
    if (typeNames.some((type) => type === name)) listed.set(String(name), undefined)
    return builder
  },
})

const PinIcon = () => createElement('svg')
const contextOf = (role: string) => ({
  schema: { get: () => ({ icon: PinIcon }) },
  getClient: () => ({ withConfig: () => ({ fetch: async () => ({}) }) }),
  currentUser: { roles: [{ name: role }] },
})

describe('Studio structure', () => {
  beforeEach(() => {
    listed.clear()
    structure(builder, contextOf('editor') as never)
  })

  it('lists every content type, including types without an assigned place', async () => {
    for (const child of children) void child()
    // The builder has every property and looks like a thenable, so the test cannot await it.
    await Promise.resolve()
    expect(typeNames.filter((type) => !listed.has(type))).toEqual([])
  })

  it('shows sortable lists with the icon of their schema', () => expect(listed.get('pricingPlan')).toBe(PinIcon))

  it('disables sorting for users without edit permission', () => {
    listed.clear()
    structure(builder, contextOf('viewer') as never)
    expect(listed.has('pricingPlan')).toBe(true)
    expect(listed.get('pricingPlan')).toBeUndefined()
  })
})
