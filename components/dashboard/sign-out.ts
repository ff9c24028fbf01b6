/** Milliseconds after which the answer to a sign-out is not waited for any more. */
const SIGN_OUT_TIMEOUT = 8_000

/** What of Clerk signs somebody out. */
type SignsOut = {
  signOut: (signedOut: () => void) => Promise<unknown>
  /** Null once there is no session in this browser. */
  readonly session: unknown
}

/**
 * Signs out, and leaves as soon as the session has ended. Clerk would go on inside the open document, which waits for a
 * transition of React that another one can hold up, and does nothing at all where the session has ended elsewhere before.
 * @param leave loads the page to sign in as a document of its own: nothing of the company stays in memory
 * @returns false when the session is still there, since the network or Clerk did not answer
 */
export async function signOutOf(clerk: SignsOut, leave: () => void): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SIGN_OUT_TIMEOUT)
  let hasLeft = false
  const leaveOnce = () => {
    if (!hasLeft) leave()
    hasLeft = true
  }
  try {
    await Promise.race([clerk.signOut(leaveOnce), late])
  } catch {
    // Refused or not reached: whether the session has ended all the same is seen below.
  } finally {
    clearTimeout(timer)
  }
  if (!hasLeft && clerk.session) return false
  leaveOnce()
  return true
}
