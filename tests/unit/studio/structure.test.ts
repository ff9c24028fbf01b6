import { createElement } from 'react'
import type { StructureBuilder } from 'sanity/structure'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { typeNames } from '../../../sanity/content-types.ts'
import { structure } from '../../../studio/desk/structure.ts'

const listedTypes = vi.hoisted(() => new Map<string, unknown>())

vi.mock('@sanity/orderable-document-list', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  orderableDocumentListDeskItem: ({ type, icon }: { type: string; icon: unknown }) => {
    listedTypes.set(type, icon)
    return { child: {} }
  },
}))

const children: (() => unknown)[] = []

const builder: StructureBuilder = new Proxy({} as StructureBuilder, {
  get: (_, method) => (name: unknown) => {
    if (method === 'child' && typeof name === 'function') children.push(name as () => unknown)
    if (typeNames.some((type) => type === name)) listedTypes.set(String(name), undefined)
    return builder
  },
})

const PinIcon = () => createElement('svg')
const buildContext = (role: string) => ({
  schema: { get: () => ({ icon: PinIcon }) },
  getClient: () => ({ withConfig: () => ({ fetch: async () => ({}) }) }),
  currentUser: { roles: [{ name: role }] },
})

describe('Studio structure', () => {
  beforeEach(() => {
    listedTypes.clear()
    structure(builder, buildContext('editor') as never)
  })

  it('lists every content type, including types without an assigned place', async () => {
    for (const child of children) void child()
    // The builder has every property and looks like a thenable, so the test cannot await it.
    await Promise.resolve()
    expect(typeNames.filter((type) => !listedTypes.has(type))).toEqual([])
  })

  it('shows sortable lists with the icon of their schema', () => expect(listedTypes.get('pricingPlan')).toBe(PinIcon))

  it('disables sorting for users without edit permission', () => {
    listedTypes.clear()
    structure(builder, buildContext('viewer') as never)
    expect(listedTypes.has('pricingPlan')).toBe(true)
    expect(listedTypes.get('pricingPlan')).toBeUndefined()
  })
})
