/** Messages by stored error code. `again`: the owner must reconnect to fix the failure. */
export const FAILURES = {
  invalid_grant: { words: 'Access was removed or has expired. Sign in again.', again: true },
  key_refused: { words: 'The key was rejected. It was deleted or has expired. Paste a new one.', again: true },
  unreadable_secret: { words: 'The stored credentials can’t be decrypted. Reconnect.', again: true },
  insufficient_scope: {
    words: 'A permission is missing. Reconnect and allow everything requested.',
    again: true,
  },
  channel_not_found: {
    words: 'The Slack channel was deleted or made private. Choose another channel.',
    again: false,
  },
  channel_archived: { words: 'The Slack channel is archived. Choose another channel.', again: false },
  channel_restricted: {
    words: 'Slack doesn’t let the app post in this channel. Invite the app there, or choose another channel.',
    again: false,
  },
  not_set_up: {
    words: 'This integration is no longer available. Contact us.',
    again: false,
  },
  no_answer: {
    words: 'The provider isn’t responding. Test again in a few minutes.',
    again: false,
  },
  rate_limited: { words: 'Too many requests. Test again in a few minutes.', again: false },
  unexpected_answer: {
    words: 'The provider sent an unexpected response. Test again later. If it keeps happening, contact us.',
    again: false,
  },
} as const satisfies Record<string, { words: string; again: boolean }>

export type FailureCode = keyof typeof FAILURES

/** Failures that only the owner can fix. Messages are not retried after them. */
export const isOwnerFailure = (code: FailureCode): boolean => FAILURES[code].again || code.startsWith('channel_')

export const isFailureCode = (code: string | null): code is FailureCode =>
  code !== null && Object.hasOwn(FAILURES, code)

/** Thrown if a provider fails. The message never quotes the response, which may contain personal data. */
export class ProviderError extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, options?: ErrorOptions) {
    super(`Integration failed: ${code}`, options)
    this.name = 'ProviderError'
    this.code = code
  }
}
