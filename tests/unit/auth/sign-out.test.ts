import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOutAndLeave } from '../../../components/dashboard/sign-out.ts'

const neverResolve = () => new Promise<never>(() => undefined)

const leave = vi.fn<() => void>()
beforeEach(() => {
  leave.mockReset()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const runSignOut = async (clerk: Parameters<typeof signOutAndLeave>[0]) => {
  const result = signOutAndLeave(clerk, leave)
  await vi.advanceTimersByTimeAsync(8_000)
  return result
}

describe('sign-out', () => {
  it('redirects once after the session ends', async () => {
    const clerk = { session: {} as unknown, signOut: async (onEnded: () => void) => onEnded() }
    expect(await runSignOut(clerk)).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('redirects immediately, even while Clerk still has work to do', async () => {
    const signOut = async (onEnded: () => void) => {
      onEnded()
      await neverResolve()
    }
    const result = signOutAndLeave({ session: null, signOut }, leave)
    expect(leave).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await result).toBe(true)
  })

  it('redirects if Clerk never responds but the session is gone', async () => {
    expect(await runSignOut({ session: null, signOut: neverResolve })).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('redirects if the session had already ended', async () => {
    expect(await runSignOut({ session: null, signOut: async () => undefined })).toBe(true)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['never responds', neverResolve],
    ['fails', () => Promise.reject(new Error('no network'))],
  ])('reports a failure if Clerk %s and the session still exists', async (_what, signOut) => {
    expect(await runSignOut({ session: {}, signOut })).toBe(false)
    expect(leave).not.toHaveBeenCalled()
  })
})
