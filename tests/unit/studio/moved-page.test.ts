import { describe, expect, it } from 'vitest'
import { moveOf, redirectsForMove, type StoredRedirect } from '../../../sanity/redirects/moved-page.ts'

const city = (slug: string | undefined) => ({ _type: 'city', slug: { current: slug } })

describe('the move of a page', () => {
  it('is from the address that visitors know to the one of the draft', () => {
    const move = { from: '/hvac-ai-sdr/austin', to: '/hvac-ai-sdr/austin-texas' }
    expect(moveOf(city('austin'), city('austin-texas'))).toEqual(move)
    expect(moveOf({ _type: 'page', path: '/a' }, { _type: 'page', path: '/b/c' })).toEqual({ from: '/a', to: '/b/c' })
  })

  it('is none when the address stays, or there was none, or there is none yet', () => {
    expect(moveOf(city('austin'), city('austin'))).toBeUndefined()
    expect(moveOf(null, city('austin'))).toBeUndefined()
    expect(moveOf(city('austin'), city(undefined))).toBeUndefined()
    expect(moveOf({ _type: 'pressKit' }, { _type: 'pressKit' })).toBeUndefined()
  })
})

describe('the redirects of a moved page', () => {
  const made = { create: { _id: 'new', _type: 'redirect', source: '/b', destination: '/c', permanent: true } }
  const after = (...around: StoredRedirect[]) => redirectsForMove({ from: '/b', to: '/c' }, around, 'new')

  it('lead from the old address to the new one', () => expect(after()).toEqual([made]))

  it('are no chain: what led to the old address leads to the new one, with its query and fragment', () => {
    expect(
      after(
        { _id: 'x', source: '/a', destination: '/b' },
        { _id: 'drafts.x', source: '/a', destination: '/b#faq' },
        { _id: 'y', source: '/z', destination: '/b?from=print' },
        { _id: 'other', source: '/y', destination: '/bridge' },
      ),
    ).toEqual([
      { patch: { id: 'x', set: { destination: '/c' } } },
      { patch: { id: 'drafts.x', set: { destination: '/c#faq' } } },
      { patch: { id: 'y', set: { destination: '/c?from=print' } } },
      made,
    ])
  })

  it('are no circle: the one from the new address is taken away, also when the page moves back', () => {
    expect(after({ _id: 'back', source: '/c', destination: '/b' })).toEqual([{ delete: { id: 'back' } }, made])
  })

  it('are not doubled: one from the old address leads to the new place', () => {
    const old = { source: '/b', destination: '/elsewhere' }
    const patched = (id: string) => ({ patch: { id, set: { destination: '/c', permanent: true } } })
    expect(after({ _id: 'own', ...old })).toEqual([patched('own')])
    expect(after({ _id: 'drafts.own', ...old })).toEqual([patched('drafts.own'), made])
  })
})
