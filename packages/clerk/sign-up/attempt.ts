import { codeError, tryCode } from '../factors/codes.ts'
import type { Services } from '../http/services.ts'
import type { SignUp } from '../store/types.ts'

/** Checks the mailed code; the attempt counts whatever comes of it. Throws Clerk's error unless it is right. */
export function attemptEmail({ store, ...services }: Services, signUp: SignUp, code: string): SignUp {
  const check = signUp.emailCheck
  const outcome = tryCode({ store, ...services }, check?.code ?? null, code)
  const right = outcome === 'right'
  const emailCheck = check && { ...check, status: right ? ('verified' as const) : check.status }
  const tried = store.signUps.put({ ...signUp, emailCheck, emailVerified: signUp.emailVerified || right })
  if (!right) throw codeError(outcome)
  return tried
}
