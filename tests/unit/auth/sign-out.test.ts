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

describe('signing out', () => {
  it('leaves once, when the session has ended', async () => {
    const clerk = { session: {} as unknown, signOut: async (ended: () => void) => ended() }
    expect(await signedOut(clerk)).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('leaves at once, and does not wait for what Clerk still does then', async () => {
    const signOut = async (ended: () => void) => {
      ended()
      await never()
    }
    const result = signOutOf({ session: null, signOut }, leave)
    expect(leave).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await result).toBe(true)
  })

  it('leaves when Clerk never answers and the session is gone', async () => {
    expect(await signedOut({ session: null, signOut: never })).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('leaves where the session had ended before, of which Clerk says nothing', async () => {
    expect(await signedOut({ session: null, signOut: async () => undefined })).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['never answers', never],
    ['refuses', () => Promise.reject(new Error('no network'))],
  ])('says so where Clerk %s and the session is still there', async (_what, signOut) => {
    expect(await signedOut({ session: {}, signOut })).toBe(false)
    expect(leave).not.toHaveBeenCalled()
  })
})
