import * as fc from 'fast-check'
import { applyPatch, incremental } from 'mendoza'
import { describe, expect, it } from 'vitest'
import { computeEffects, encodePatch } from '../../mendoza/encode.ts'
import type { LakeDocument } from '../../store/document.ts'

type Json = Record<string, unknown>

const decode = (before: Json | null, patch: unknown[]): unknown => applyPatch(before, patch)

const decodeIncrementally = (before: Json | null, patch: unknown[]): unknown =>
  incremental.unwrap(incremental.applyPatch(incremental.wrap(before, 0), patch, 1))

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', 'blåbær', '😀a😀', 'é', '日本語', '👩‍👩‍👧'),
)
const fieldName = fc.constantFrom('_key', 'a', 'b', 'c', 'd', 'title', 'Å', 'z')
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('keyed'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 6 }),
  keyed: fc.array(fc.record({ _key: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5'), value: tie('value') }), {
    maxLength: 6,
  }),
  object: fc.dictionary(fieldName, tie('value'), { maxKeys: 6 }),
}))
const document = fc.dictionary(fieldName, value, { maxKeys: 8 }) as fc.Arbitrary<Json>

const edits = document.chain((before) =>
  fc.tuple(fc.constant(before), fc.infiniteStream(fc.nat(9)), text).map(([state, dice, insert]) => {
    const roll = (): number => dice.next().value
    return [state, edit(state, roll, insert) as Json] as const
  }),
)

function edit(node: unknown, roll: () => number, insert: string): unknown {
  if (typeof node === 'string') {
    const index = roll() % (node.length + 1)
    return roll() < 5 ? node : node.slice(0, index) + insert + node.slice(index + (roll() % 3))
  }
  if (Array.isArray(node)) {
    const members = node.filter(() => roll() > 1).map((member) => edit(member, roll, insert))
    if (roll() < 3) members.reverse()
    if (roll() < 3) members.splice(roll() % (members.length + 1), 0, { _key: `new${roll()}`, insert })
    return members
  }
  if (node === null || typeof node !== 'object') return roll() < 7 ? node : roll()
  const keptEntries = Object.entries(node).filter(() => roll() > 0)
  return Object.fromEntries(keptEntries.map(([key, child]) => [key, roll() < 4 ? edit(child, roll, insert) : child]))
}

describe('Mendoza encoder', () => {
  const decoders: [name: string, decoder: typeof decode][] = [
    ['applyPatch', decode],
    ['incremental', decodeIncrementally],
  ]

  it.each(decoders)('round-trips through the decoder (%s) for random documents', (_name, decoder) => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        expect(decoder(before, encodePatch(before, after))).toEqual(after)
      }),
      { numRuns: 1500 },
    )
  })

  it.each(decoders)('round-trips through the decoder (%s) for random edits', (_name, decoder) => {
    fc.assert(
      fc.property(edits, ([before, after]) => {
        expect(decoder(before, encodePatch(before, after))).toEqual(after)
        expect(decoder(after, encodePatch(after, before))).toEqual(before)
      }),
      { numRuns: 3000 },
    )
  })

  it('never splits a surrogate pair', () => {
    const before = { text: 'a😀b' }
    const after = { text: 'a😁b' }
    const patch = encodePatch(before, after)
    expect(patch).toContain('😁')
    expect(decode(before, patch)).toEqual(after)
    expect(decodeIncrementally(before, patch)).toEqual(after)
  })

  it('encodes an edit of a long text as a small patch', () => {
    const longText = 'blåbær '.repeat(500)
    const patch = encodePatch({ body: longText }, { body: `${longText}pai` })
    expect(JSON.stringify(patch).length).toBeLessThan(60)
  })

  it('encodes moved array items without their content', () => {
    const members = Array.from({ length: 20 }, (_, index) => ({ _key: `k${index}`, text: 'x'.repeat(100) }))
    const before = { list: members }
    const after = { list: [...members.slice(10), ...members.slice(0, 10)] }
    const patch = encodePatch(before, after)
    expect(JSON.stringify(patch).length).toBeLessThan(60)
    expect(decode(before, patch)).toEqual(after)
  })
})

describe('computeEffects', () => {
  const before: LakeDocument = {
    _id: 'a',
    _type: 'page',
    _rev: 'r1',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    title: 'One',
  }

  it('excludes the revision', () => {
    const { apply, revert } = computeEffects(before, { ...before, _rev: 'r2' })
    expect(apply).toEqual([])
    expect(revert).toEqual([])
  })

  it('encodes creation and deletion as whole values', () => {
    const { _rev, ...content } = before
    expect(computeEffects(undefined, before)).toEqual({ apply: [0, content], revert: [0, null] })
    expect(computeEffects(before, undefined)).toEqual({ apply: [0, null], revert: [0, content] })
  })
})
