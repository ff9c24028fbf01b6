import { describe, expect, it } from 'vitest'
import { moveOf, redirectsForMove, type StoredRedirect } from '../../../sanity/redirects/moved-page.ts'

const city = (slug: string | undefined) => ({ _type: 'city', slug: { current: slug } })

describe('page move', () => {
  it('leads from the published path to the path of the draft', () => {
    const move = { from: '/hvac-ai-sdr/austin', to: '/hvac-ai-sdr/austin-texas' }
    expect(moveOf(city('austin'), city('austin-texas'))).toEqual(move)
    expect(moveOf({ _type: 'page', path: '/a' }, { _type: 'page', path: '/b/c' })).toEqual({ from: '/a', to: '/b/c' })
  })

  it('is undefined if the path is unchanged or missing in either version', () => {
    expect(moveOf(city('austin'), city('austin'))).toBeUndefined()
    expect(moveOf(null, city('austin'))).toBeUndefined()
    expect(moveOf(city('austin'), city(undefined))).toBeUndefined()
    expect(moveOf({ _type: 'pressKit' }, { _type: 'pressKit' })).toBeUndefined()
  })
})

describe('redirects for a moved page', () => {
  const made = { create: { _id: 'new', _type: 'redirect', source: '/b', destination: '/c', permanent: true } }
  const after = (...around: StoredRedirect[]) => redirectsForMove({ from: '/b', to: '/c' }, around, 'new')

  it('lead from the old path to the new one', () => expect(after()).toEqual([made]))

  it('avoid chains by updating existing redirects, including their query and fragment', () => {
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

  it('avoid loops by deleting a redirect from the new path', () => {
    expect(after({ _id: 'back', source: '/c', destination: '/b' })).toEqual([{ delete: { id: 'back' } }, made])
  })

  it('avoid duplicates by updating a redirect from the old path', () => {
    const old = { source: '/b', destination: '/elsewhere' }
    const patched = (id: string) => ({ patch: { id, set: { destination: '/c', permanent: true } } })
    expect(after({ _id: 'own', ...old })).toEqual([patched('own')])
    expect(after({ _id: 'drafts.own', ...old })).toEqual([patched('drafts.own'), made])
  })
})
