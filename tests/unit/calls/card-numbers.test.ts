import { describe, expect, it } from 'vitest'
import { CARD_NUMBER_PLACEHOLDER, redactCardNumbers } from '../../../lib/dashboard/calls/card-numbers.ts'

const PLACEHOLDER = CARD_NUMBER_PLACEHOLDER

describe('payment card numbers', () => {
  it.each([
    ['4242424242424242', PLACEHOLDER],
    ['It is 4242 4242 4242 4242, thanks.', `It is ${PLACEHOLDER}, thanks.`],
    ['4242-4242-4242-4242 expires 12 27', `${PLACEHOLDER} expires 12 27`],
    ['4242 4242 4242 4242 12 27', `${PLACEHOLDER} 12 27`],
    ['4 2 4 2 - 4 2 4 2 - 4 2 4 2 - 4 2 4 2, 12 27', `${PLACEHOLDER}, 12 27`],
    ['four two four two, four two four two four two four two four two four two', PLACEHOLDER],
    ['American Express 3782 822463 10005', `American Express ${PLACEHOLDER}`],
    ['4222222222222', PLACEHOLDER],
    ['6304000000000000000', PLACEHOLDER],
    ['First 4242424242424242, then 5555 5555 5555 4444', `First ${PLACEHOLDER}, then ${PLACEHOLDER}`],
    ['call (212) 555-0142, card 4242 4242 4242 4242', `call (212) 555-0142, card ${PLACEHOLDER}`],
  ])('are removed from "%s"', (spoken, redacted) => expect(redactCardNumbers(spoken)).toBe(redacted))

  it.each([
    'Call (212) 555-0142 or (212) 555-0143.',
    'Call 212 555 0142, 212 555 0143, 212 555 0144.',
    '4242 4242 4242 4241',
    'Between 8 and 10 on 12/24/2026 at 4120 Maple Street, 12345.',
    'Model 58STA090-14116, serial 4605A12345',
    'one or two, three at most',
    '',
  ])('are not detected in "%s"', (spoken) => expect(redactCardNumbers(spoken)).toBe(spoken))
})
