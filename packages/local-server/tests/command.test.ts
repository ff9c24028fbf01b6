import { describe, expect, it } from 'vitest'
import { ConfigurationError, parsePort, readFlags } from '../command.ts'

const flags = {
  port: { value: '<port>', env: 'TEST_PORT', default: '3900', help: '' },
  data: { value: '<folder>', help: '' },
  webhook: { value: '<json>', env: 'TEST_WEBHOOKS', multiple: true, help: '' },
  quiet: { env: 'TEST_QUIET', help: '' },
} as const

describe('readFlags', () => {
  it('prefers flags over environment variables and defaults', () => {
    expect(readFlags(flags, [], {})).toEqual({ port: '3900', data: undefined, webhook: [], quiet: false })
    const env = { TEST_PORT: '4000', TEST_WEBHOOKS: '[]', TEST_QUIET: '1' }
    expect(readFlags(flags, [], env)).toEqual({ port: '4000', data: undefined, webhook: ['[]'], quiet: true })
    const args = ['--port', '5000', '--data=here', '--webhook', 'a', '--webhook', 'b', '--quiet']
    expect(readFlags(flags, args, env)).toEqual({ port: '5000', data: 'here', webhook: ['a', 'b'], quiet: true })
  })

  it('detects a request for help', () => {
    expect(readFlags(flags, ['--help'], {})).toBe('help')
    expect(readFlags(flags, ['-h'], {})).toBe('help')
  })

  it.each([[['--prot', '1']], [['--port']], [['stray']], [['--quiet=yes']]])(
    'rejects %j with a readable message',
    (args) => {
      expect(() => readFlags(flags, args, {})).toThrow(ConfigurationError)
    },
  )
})

describe('parsePort', () => {
  it.each([
    ['0', 0],
    ['65535', 65_535],
  ])('accepts %s', (text, port) => expect(parsePort(text)).toBe(port))

  it.each(['', 'abc', '-1', '65536', '1.5'])('rejects %j', (text) => {
    expect(() => parsePort(text)).toThrow(/--port must be a port number/)
  })
})
