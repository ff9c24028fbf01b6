import { describe, expect, it } from 'vitest'
import { tokenInHeader, withoutUnreadableTokens } from '../../../lib/auth/sent-tokens.ts'
import { ADMIN_CLAIMS, keyPair, sessionToken } from '../../support/session-token.ts'

const token = sessionToken(ADMIN_CLAIMS, keyPair().privateKey)

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const UNREADABLE = [
  'e30.bnVsbA.',
  'x',
  '..',
  '%E0%A4%A',
  ...[null, [], 1, 'text', true].flatMap((value) => [
    `${part({})}.${part(value)}.x`,
    `${part(value)}.${part({})}.x`,
    `${part(value)}.${part(value)}.`,
  ]),
]

describe('what stands in the place of a token', () => {
  it.each(UNREADABLE)('is left out where it can be none: %s', (text) => {
    const cookie = `theme=dark; __session=${text}; __session_abc=${text}; __clerk_handshake=${text}; __client_uat=5`
    const headers = withoutUnreadableTokens(new Headers({ cookie, authorization: `Bearer ${text}`, accept: '*/*' }))
    expect(Object.fromEntries(headers)).toEqual({ accept: '*/*', cookie: 'theme=dark; __client_uat=5' })
  })

  it('stays where it can be one', () => {
    const sent = { cookie: `a=b; __session=${token}; __session_abc=${token}`, authorization: `Bearer ${token}` }
    expect(Object.fromEntries(withoutUnreadableTokens(new Headers(sent)))).toEqual(sent)
    expect(Object.fromEntries(withoutUnreadableTokens(new Headers()))).toEqual({})
  })
})

describe('the token in a header', () => {
  it.each([
    ['Bearer', `Bearer ${token}`, token],
    ['no scheme', token, token],
    ['a password', 'Basic eDp5', undefined],
    ['another scheme', `Basic ${token}`, undefined],
    ['no token', 'Bearer x', undefined],
    ['nothing', '', undefined],
  ])('is read of %s', (_what, authorization, expected) => {
    expect(tokenInHeader(new Headers({ authorization }))).toBe(expected)
  })
})
