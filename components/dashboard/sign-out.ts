const SIGN_OUT_TIMEOUT_MS = 8_000

type SignOutClient = {
  signOut: (signedOut: () => void) => Promise<unknown>
  readonly session: unknown
}

/**
 * Signs out and leaves the page as soon as the session has ended. Clerk's own navigation uses a React transition, which
 * can stall. Clerk also does nothing if the session already ended elsewhere.
 * @param leave loads the sign-in page as a new document, so that no company data stays in memory
 * @returns false if the session still exists because the network or Clerk did not respond
 */
export async function signOutAndLeave(clerk: SignOutClient, leave: () => void): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SIGN_OUT_TIMEOUT_MS)
  let hasLeft = false
  const leaveOnce = () => {
    if (!hasLeft) leave()
    hasLeft = true
  }
  try {
    await Promise.race([clerk.signOut(leaveOnce), timeout])
  } catch {
    // The session may have ended despite the error. The code below checks it.
  } finally {
    clearTimeout(timer)
  }
  if (!hasLeft && clerk.session) return false
  leaveOnce()
  return true
}
