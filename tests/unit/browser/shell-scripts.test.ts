import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { firstPaintScript } from '../../../lib/first-paint-script.ts'
import { shellScript } from '../../../lib/shell-script.ts'

type Visitor = { cookie?: string; dismissed?: string | Error; announcement?: string }

/** What the script marks on the root element, before anything is painted. */
function firstPaint({ cookie = '', dismissed, announcement }: Visitor) {
  const attributes = new Set<string>()
  const dataset: Record<string, string> = {}
  runInNewContext(firstPaintScript, {
    document: {
      cookie,
      currentScript: { dataset: { announcement } },
      documentElement: {
        dataset,
        style: {},
        toggleAttribute: (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name)),
      },
    },
    localStorage: {
      getItem: () => {
        if (dismissed instanceof Error) throw dismissed
        return dismissed ?? null
      },
    },
    matchMedia: () => ({ matches: false }),
    addEventListener: () => undefined,
  })
  return { signedIn: attributes.has('data-signed-in'), announcement: dataset.announcement }
}

describe('before the first paint', () => {
  it.each([
    '__client_uat=1767312000',
    'a=b; __client_uat=1',
    '__client_uat_Xy-z1=1767312000',
    '__client_uat=0; __client_uat_Xy-z1=5; c=d',
  ])('a visitor with %s looks signed in', (cookie) => {
    expect(firstPaint({ cookie }).signedIn).toBe(true)
  })

  it.each([
    '',
    '__client_uat=0',
    '__client_uat=',
    '__client_uat=x',
    '__client_uats=5',
    'x__client_uat=5',
    'x=__client_uat=5',
  ])('a visitor with %j does not', (cookie) => {
    expect(firstPaint({ cookie }).signedIn).toBe(false)
  })

  it('hides the announcement that was dismissed, and no other', () => {
    expect(firstPaint({ dismissed: 'a', announcement: 'a' }).announcement).toBe('dismissed')
    expect(firstPaint({ dismissed: 'a', announcement: 'b' }).announcement).toBeUndefined()
    expect(firstPaint({ announcement: 'b' }).announcement).toBeUndefined()
    expect(firstPaint({}).announcement).toBeUndefined()
  })

  it('works where storage is forbidden', () => {
    const visitor = { dismissed: new Error('forbidden'), announcement: 'a', cookie: '__client_uat=1' }
    expect(firstPaint(visitor)).toEqual({ signedIn: true, announcement: undefined })
  })
})

describe('constants of the specification', () => {
  it('are 10 pixels and 150 milliseconds', () => {
    expect(shellScript).toContain('scrollY > 10')
    expect(shellScript).toContain('}, 150)')
  })

  it.each([
    ['shell', shellScript],
    ['first paint', firstPaintScript],
  ])('the script of the %s is valid and cannot end its element early', (_, script) => {
    expect(() => new Function(script)).not.toThrow()
    expect(script).not.toMatch(/<\/script|<!--/i)
  })
})
