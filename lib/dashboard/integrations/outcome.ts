/**
 * Messages for the result of an authorization, by the code in the return URL. {system} stands for the provider's name.
 */
export const OUTCOMES = {
  connected: { title: '{system} is connected', words: 'Access is read-only.', isDone: true },
  writing: { title: 'Write access to {system} is on', words: 'Every change appears in its history.', isDone: true },
  partly: {
    title: '{system} is connected with limited access',
    words: 'See “Permissions” for what’s missing. Reconnect to allow it.',
    isDone: true,
  },
  denied: { title: '{system} not connected', words: 'Access was not approved.', isDone: false },
  expired: {
    title: 'Sign-in to {system} expired',
    words:
      'It took longer than ten minutes, was already used, or was started by someone else or for another company. Try connecting again.',
    isDone: false,
  },
  plan: {
    title: 'Not included in your plan',
    words: 'Another integration was connected first, or your plan changed. Nothing was connected.',
    isDone: false,
  },
  refused: {
    title: '{system} rejected the connection',
    words: 'Nothing was connected. If it happens again, contact us.',
    isDone: false,
  },
  no_answer: {
    title: '{system} isn’t responding',
    words: 'Nothing was connected. Try again in a few minutes.',
    isDone: false,
  },
} as const satisfies Record<string, { title: string; words: string; isDone: boolean }>

export type Outcome = keyof typeof OUTCOMES

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[]
