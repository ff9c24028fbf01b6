const SIGN_OUT_TIMEOUT_MS = 8_000

type SignsOut = {
  signOut: (signedOut: () => void) => Promise<unknown>
  readonly session: unknown
}

/**
 * Signs out and leaves as soon as the session has ended. Clerk would navigate inside the open document in a React
 * transition, which can stall, and does nothing if the session already ended elsewhere.
 * @param leave loads the sign-in page as a new document, so that no company data stays in memory
 * @returns false when the session still exists because the network or Clerk did not respond
 */
export async function signOutOf(clerk: SignsOut, leave: () => void): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SIGN_OUT_TIMEOUT_MS)
  let hasLeft = false
  const leaveOnce = () => {
    if (!hasLeft) leave()
    hasLeft = true
  }
  try {
    await Promise.race([clerk.signOut(leaveOnce), late])
  } catch {
    // Even after an error the session may have ended; checked below.
  } finally {
    clearTimeout(timer)
  }
  if (!hasLeft && clerk.session) return false
  leaveOnce()
  return true
}
