import { createElement } from 'react'
import type { StructureBuilder } from 'sanity/structure'
import { describe, expect, it, vi } from 'vitest'
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

/** A builder of lists that notes which types it is asked for. */
const builder: StructureBuilder = new Proxy({} as StructureBuilder, {
  get: () => (name: unknown) => {
    if (typeNames.some((type) => type === name)) listed.set(String(name), undefined)
    return builder
  },
})

const PinIcon = () => createElement('svg')
const context = { schema: { get: () => ({ icon: PinIcon }) } }

describe('the desk', () => {
  structure(builder, context as never)

  it('lists every type of the registry, also one that nobody has given a place', () => {
    expect(typeNames.filter((type) => !listed.has(type))).toEqual([])
  })

  it('shows dragged lists with the icon of their schema', () => expect(listed.get('pricingPlan')).toBe(PinIcon))
})
