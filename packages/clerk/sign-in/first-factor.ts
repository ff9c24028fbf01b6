import { ClerkError, invalidParam, notFound } from '../errors.ts'
import { codeError, limitMails, mailCode, newCodeCheck, checkCode } from '../factors/codes.ts'
import { failedAttemptError, clearAttempts, countAttempt, assertNotLocked } from '../factors/lockout.ts'
import { checkPasswordRules, passwordMatches, wrongPassword } from '../factors/passwords.ts'
import { requiredText, text } from '../http/request-body.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import type { EmailAddress, SignIn, User } from '../store/types.ts'
import { setPassword } from '../users/change.ts'
import { afterFirstFactor } from './complete.ts'

const RESET = 'reset_password_email_code'

/** Mails a code to sign in, or to reset the password. */
export async function prepareFirstFactor(
  services: Services,
  c: ClerkContext,
  signIn: SignIn,
  strategy: string,
): Promise<SignIn> {
  if (strategy !== 'email_code' && strategy !== RESET) throw invalidStrategy(strategy)
  const user = userOf(services, signIn)
  assertNotLocked(services, user)
  const email = chooseEmail(services, user, signIn, text(c.var.body, 'email_address_id'))
  limitMails(services, email.address)
  const { code, check } = newCodeCheck(services, strategy, email.id)
  const prepared = services.store.signIns.put({ ...signIn, firstFactor: check, updatedAt: services.clock.now() })
  await mailCode(services, email.address, code)
  return prepared
}

/** Checks the password or code in a request, and continues with the next step. */
export async function attemptFirstFactor(
  services: Services,
  c: ClerkContext,
  signIn: SignIn,
  strategy: string,
): Promise<SignIn> {
  if (strategy === 'password') {
    await verifyPassword(services, signIn.userId!, requiredText(c.var.body, 'password'))
    return afterFirstFactor(services, c, latestSignIn(services, signIn), strategy)
  }
  if (strategy !== 'email_code' && strategy !== RESET) throw invalidStrategy(strategy)
  const verified = verifyCode(services, signIn, strategy, requiredText(c.var.body, 'code'))
  if (strategy === 'email_code') return afterFirstFactor(services, c, verified, strategy)
  const password = text(c.var.body, 'password')
  if (password === undefined) return services.store.signIns.put({ ...verified, status: 'needs_new_password' })
  await setPassword(services, signIn.userId!, checkPasswordRules(password, 'password'), { endSessions: false })
  return afterFirstFactor(services, c, latestSignIn(services, signIn), strategy)
}

/** Throws Clerk's error when a password is wrong or the account is locked. */
export async function verifyPassword(
  services: Services,
  userId: string,
  password: string,
  param?: string,
): Promise<void> {
  countAttempt(services, userId)
  const hash = services.store.users.get(userId)?.passwordHash ?? null
  if (!(await passwordMatches(password, hash))) throw failedAttemptError(services, userId, wrongPassword(param))
  clearAttempts(services, userId)
}

function verifyCode(services: Services, signIn: SignIn, strategy: string, code: string): SignIn {
  countAttempt(services, signIn.userId!)
  const check = signIn.firstFactor?.strategy === strategy ? signIn.firstFactor : null
  const outcome = checkCode(services, check?.code ?? null, code)
  const right = outcome === 'right'
  const firstFactor = right ? { ...check!, status: 'verified' as const, code: null } : signIn.firstFactor
  const tried = services.store.signIns.put({ ...signIn, firstFactor })
  if (outcome !== 'right') throw failedAttemptError(services, signIn.userId!, codeError(outcome))
  clearAttempts(services, signIn.userId!)
  return tried
}

/** Reads the sign-in again: another request may have completed it while the password was hashed. */
function latestSignIn({ store }: Services, { id, status }: SignIn): SignIn {
  const signIn = store.signIns.get(id)
  if (!signIn || signIn.status !== status) throw notFound('Sign in')
  return signIn
}

function userOf({ store }: Services, signIn: SignIn): User {
  const user = signIn.userId === null ? undefined : store.users.get(signIn.userId)
  if (!user) throw notFound('User')
  return user
}

/** The address with this id; without an id, the one that the sign-in began with. */
function chooseEmail({ store }: Services, user: User, { identifier }: SignIn, id: string | undefined): EmailAddress {
  const emails = store.emails.where('userId', user.id).filter(({ verified }) => verified)
  const email = emails.find((item) => (id === undefined ? item.address === identifier : item.id === id))
  if (!email) throw invalidParam('email_address_id', 'There is no such verified email address.')
  return email
}

const invalidStrategy = (strategy: string): ClerkError =>
  new ClerkError(400, 'strategy_for_user_invalid', 'Invalid verification strategy', {
    long: `The verification strategy ${strategy} is not valid for this account.`,
  })
