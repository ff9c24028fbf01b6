import { describe, expect, it } from 'vitest'
import { parseEmail } from '../../../lib/site/contact/message.ts'
import { buildEmailSchema } from '../../../lib/values/email.ts'
import { buildEmailHref } from '../../../lib/values/email-href.ts'
import { leadInput } from '../../../lib/dashboard/leads/input.ts'

const parseContactEmail = (email: string) => {
  const parsed = parseEmail({ email })
  return 'content' in parsed ? parsed.content.email : undefined
}
const parseLeadEmail = (email: string) => leadInput.safeParse({ name: 'Ada', problem: 'No heat', email }).data?.email
const parseEmailAddress = (email: string) => buildEmailSchema().safeParse(email).data

describe('email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['post@xn--e1afmkfd.xn--p1ai', 'post@xn--e1afmkfd.xn--p1ai'],
    ['joe&sons@example.com', 'joe&sons@example.com'],
    ["o'brien+hvac@example.co.uk", "o'brien+hvac@example.co.uk"],
    ['a!#$%&*/=?^_`{|}~-b@example.com', 'a!#$%&*/=?^_`{|}~-b@example.com'],
    ['.ada..byron.@example.com', '.ada..byron.@example.com'],
    ['ada@mail', 'ada@mail'],
    ['ada@1.example', 'ada@1.example'],
    [' ada@example.com\u00A0', 'ada@example.com'],
    ['\u202Aada@example.com\u202C', 'ada@example.com'],
    ['\uFEFFada\u200B@exam\u00ADple.com', 'ada@example.com'],
    ['post@пример.рф', 'post@xn--e1afmkfd.xn--p1ai'],
    ['info@münchen-klima.de', 'info@xn--mnchen-klima-dlb.de'],
    [`${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`, undefined],
  ])('is accepted by every form: %s', (input, stored = input) => {
    expect([parseContactEmail(input), parseLeadEmail(input), parseEmailAddress(input)]).toEqual([
      stored,
      stored,
      stored,
    ])
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.com.',
    'ada byron@example.com',
    'Ada <ada@example.com>',
    'ada@example.com, bob@example.com',
    'josé@example.com',
    'ada@[192.0.2.1]',
    'ada@пример рф',
    'ada@пример.рф/path',
    'ada@example_1.com',
    `ada@${'b'.repeat(64)}.com`,
    `${'a'.repeat(243)}@example.com`,
  ])('is rejected by every form: %s', (input) => {
    expect([parseContactEmail(input), parseLeadEmail(input), parseEmailAddress(input)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is percent-encoded in a mailto link', () => {
    expect(buildEmailHref('ada@example.com')).toBe('mailto:ada@example.com')
    expect(buildEmailHref('joe&sons?#1@example.com')).toBe('mailto:joe%26sons%3F%231@example.com')
  })
})
