/**
 * Messages for the result of an authorization, by the code in the return URL. {system} stands for the provider's name.
 */
export const OUTCOMES = {
  connected: { title: '{system} is connected', words: 'It may be read, and nothing there is changed.', isDone: true },
  writing: { title: 'Writing to {system} is on', words: 'Whatever is written is in its log.', isDone: true },
  partly: {
    title: '{system} is connected, but not everything was allowed',
    words: 'Under “It may” you see what is missing. Connect again to allow it.',
    isDone: true,
  },
  denied: { title: '{system} was not connected', words: 'You did not allow it on the other side.', isDone: false },
  expired: {
    title: 'That sign-in at {system} does not count',
    words:
      'It took longer than ten minutes, has been used already, or was begun by somebody else or for another company. Connect again.',
    isDone: false,
  },
  plan: {
    title: 'Your plan does not include this',
    words: 'Meanwhile another system was connected, or your plan was changed. Nothing was connected.',
    isDone: false,
  },
  refused: {
    title: '{system} refused the connection',
    words: 'Nothing was connected. If it happens again, write to us: it may be ours to mend.',
    isDone: false,
  },
  no_answer: {
    title: '{system} does not answer',
    words: 'Nothing was connected. That mostly passes: connect again in a few minutes.',
    isDone: false,
  },
} as const satisfies Record<string, { title: string; words: string; isDone: boolean }>

export type Outcome = keyof typeof OUTCOMES

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[]
