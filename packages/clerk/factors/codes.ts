import { randomInt } from 'node:crypto'
import { ClerkError, formError } from '../errors.ts'
import type { Services } from '../http/services.ts'
import { CODE } from '../limits.ts'
import type { FactorCheck, MailedCode } from '../store/types.ts'
import { sameText } from '../tokens/keys.ts'

/** A six-digit code, and its record to store. */
export function newCode({ keys, clock }: Services): { code: string; stored: MailedCode } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, stored: { hash: keys.hash('code', code), expiresAt: clock.now() + CODE.lifetime, attempts: 0 } }
}

/** A new code, and the factor that is verified by it. */
export function newCodeCheck(services: Services, strategy: string, emailId: string | null) {
  const { code, stored } = newCode(services)
  const check: FactorCheck = { status: 'unverified', strategy, emailId, code: stored }
  return { code, check }
}

/** Throws 429 when too many codes were mailed to an address in a short time. Call it before a code is created. */
export function limitMails({ clock, mailLimit }: Services, address: string): void {
  const wait = mailLimit(address, clock.now())
  if (wait === 0) return
  throw new ClerkError(429, 'too_many_requests', 'Too many requests. Please try again in a bit.', {
    meta: { retry_after_seconds: Math.ceil(wait / 1000) },
  })
}

/** Sends a code to its address. */
export const mailCode = ({ outbox, instance }: Services, address: string, code: string): Promise<void> =>
  outbox.send({
    to: address,
    subject: `${code} is your ${instance.applicationName} code`,
    text: `Your code: ${code}\n\nIt works for ${CODE.lifetime / 60_000} minutes. If you did not ask for it, you can ignore this mail.\n`,
  })

/**
 * Compares a code with its record, and counts the attempt in the record, which the caller stores whatever the outcome. An expired record,
 * or one with too many attempts, refuses the right code too.
 */
export function checkCode({ keys, clock }: Services, stored: MailedCode | null, code: string): CodeOutcome {
  if (!stored) return 'none'
  if (stored.expiresAt <= clock.now()) return 'expired'
  if (stored.attempts >= CODE.maxAttempts) return 'exhausted'
  stored.attempts += 1
  return sameText(stored.hash, keys.hash('code', code)) ? 'right' : 'wrong'
}

export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'exhausted' | 'none'

/** Clerk's error for an outcome other than `right`. */
export function codeError(outcome: Exclude<CodeOutcome, 'right'>): ClerkError {
  if (outcome === 'wrong') return wrongCode()
  if (outcome === 'expired') {
    return new ClerkError(400, 'verification_expired', 'This verification has expired. You need to try another.')
  }
  if (outcome === 'exhausted') {
    const message = 'Too many failed attempts. You have to try again with the same or another method.'
    return new ClerkError(400, 'verification_failed', message)
  }
  return new ClerkError(400, 'verification_missing', 'Ask for a code first.')
}

export const wrongCode = (): ClerkError => formError('code', 'form_code_incorrect', 'is incorrect', 'Incorrect code')
