import { invalidParam } from '../errors.ts'
import { codeError, limitMails, mailCode, newCodeCheck, tryCode } from '../factors/codes.ts'
import { afterWrong, clearAttempts, countAttempt } from '../factors/lockout.ts'
import { type Body, requiredText, text } from '../http/body.ts'
import type { Services } from '../http/services.ts'
import { passPassword } from '../sign-in/first-factor.ts'
import type { Session } from '../store/types.ts'

/** Mails a code to one of the user's verified addresses. */
export async function prepareFirstFactor(services: Services, session: Session, body: Body): Promise<Session> {
  const strategy = text(body, 'strategy')
  if (strategy !== 'email_code') throw invalidStrategy(strategy)
  const emails = services.store.emails.where('userId', session.userId).filter(({ verified }) => verified)
  const asked = text(body, 'email_address_id')
  const email = asked === undefined ? emails[0] : emails.find(({ id }) => id === asked)
  if (!email) throw invalidParam('email_address_id', 'There is no such verified email address.')
  limitMails(services, email.address)
  const { code, check } = newCodeCheck(services, strategy, email.id)
  const verification = { ...session.verification!, firstFactor: check }
  const prepared = services.store.sessions.put({ ...session, verification })
  await mailCode(services, email.address, code)
  return prepared
}

/** Checks a password or a mailed code. Throws Clerk's error when it is wrong or the account is locked. */
export async function passFirstFactor(services: Services, session: Session, body: Body): Promise<void> {
  const strategy = text(body, 'strategy')
  if (strategy === 'password') return passPassword(services, session.userId, requiredText(body, 'password'))
  if (strategy !== 'email_code') throw invalidStrategy(strategy)
  const given = requiredText(body, 'code')
  countAttempt(services, session.userId)
  const { verification } = session
  const kept = verification?.firstFactor?.code ?? null
  const outcome = tryCode(services, kept, given)
  services.store.sessions.put({ ...session, verification })
  if (outcome !== 'right') throw afterWrong(services, session.userId, codeError(outcome))
  return clearAttempts(services, session.userId)
}

const invalidStrategy = (strategy: string | undefined): Error =>
  invalidParam('strategy', `${strategy} is not a way to verify.`)
