import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOutOf } from '../../../components/dashboard/sign-out.ts'

const never = () => new Promise<never>(() => undefined)

const leave = vi.fn<() => void>()
beforeEach(() => {
  leave.mockReset()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const signedOut = async (clerk: Parameters<typeof signOutOf>[0]) => {
  const result = signOutOf(clerk, leave)
  await vi.advanceTimersByTimeAsync(8_000)
  return result
}

describe('sign-out', () => {
  it('redirects once after the session ends', async () => {
    const clerk = { session: {} as unknown, signOut: async (ended: () => void) => ended() }
    expect(await signedOut(clerk)).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it("redirects at once without waiting for Clerk's remaining work", async () => {
    const signOut = async (ended: () => void) => {
      ended()
      await never()
    }
    const result = signOutOf({ session: null, signOut }, leave)
    expect(leave).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await result).toBe(true)
  })

  it('redirects if Clerk never responds but the session is gone', async () => {
    expect(await signedOut({ session: null, signOut: never })).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('redirects if the session had already ended', async () => {
    expect(await signedOut({ session: null, signOut: async () => undefined })).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['never responds', never],
    ['fails', () => Promise.reject(new Error('no network'))],
  ])('reports a failure if Clerk %s and the session still exists', async (_what, signOut) => {
    expect(await signedOut({ session: {}, signOut })).toBe(false)
    expect(leave).not.toHaveBeenCalled()
  })
})
