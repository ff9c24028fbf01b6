import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../../lib/auth/decide.ts'
import { refusalRemedy, refusalSentence } from '../../../lib/auth/refusal-words.ts'

const refusals: [Refusal, sentence: string, remedy: string][] = [
  [{ verdict: 'signed-out' }, 'Sign in first.', 'Then try again.'],
  [{ verdict: 'pending' }, 'Finish signing in first.', 'Then try again.'],
  [{ verdict: 'no-organization' }, 'Choose or create an organization first.', 'Then try again.'],
  [{ verdict: 'reverify', reverification: 'strict' }, 'Confirm that it is you first.', 'Then try again.'],
  [
    { verdict: 'missing-permission', permission: 'org:leads:manage' },
    'Your role does not include this permission: change and hand over leads.',
    'Ask an admin of your organization to give you another role: Admin or Dispatcher.',
  ],
  [
    { verdict: 'missing-feature', feature: 'integrations' },
    'Your organization’s plan does not include this: connections to other systems.',
    'It is included in Front desk or Several crews. An admin of your organization can arrange that with us.',
  ],
  [
    { verdict: 'missing-plan', plan: 'several_crews' },
    'This is part of another plan: Several crews.',
    'An admin of your organization can arrange another plan with us.',
  ],
]

describe('the words of a refusal', () => {
  it.each(refusals)('%j', (refusal, sentence, remedy) => {
    expect(refusalSentence(refusal)).toBe(sentence)
    expect(refusalRemedy(refusal)).toBe(remedy)
  })
})
