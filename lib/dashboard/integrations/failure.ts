/** Messages by stored error code. `again`: the owner must reconnect to fix the failure. */
export const FAILURES = {
  invalid_grant: { words: 'Sign in again: the permission was removed or has run out.', again: true },
  key_refused: { words: 'The key was refused: it was deleted there or has run out. Paste a new one.', again: true },
  unreadable_secret: { words: 'What is stored can no longer be decrypted here. Connect again.', again: true },
  insufficient_scope: {
    words: 'The permission does not cover this. Connect again and allow all that is asked.',
    again: true,
  },
  not_set_up: {
    words: 'This system is not offered any more, so it cannot be asked. Write to us.',
    again: false,
  },
  no_answer: {
    words: 'The other side does not answer. That mostly passes: test again in a few minutes.',
    again: false,
  },
  rate_limited: { words: 'The other side was asked too often. Wait some minutes and test again.', again: false },
  unexpected_answer: {
    words: 'The other side answered something unexpected. If a test later says the same, write to us.',
    again: false,
  },
} as const satisfies Record<string, { words: string; again: boolean }>

export type FailureCode = keyof typeof FAILURES

export const isFailureCode = (code: string | null): code is FailureCode =>
  code !== null && Object.hasOwn(FAILURES, code)

/** Thrown if a provider fails. The message never quotes the response, which may contain personal data. */
export class ProviderError extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, options?: ErrorOptions) {
    super(`A connected system failed: ${code}`, options)
    this.name = 'ProviderError'
    this.code = code
  }
}
