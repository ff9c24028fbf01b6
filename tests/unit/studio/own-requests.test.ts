import { describe, expect, it, vi } from 'vitest'

import { ownRequests, requestTarget } from '../../../studio/content-lake/own-requests.ts'

const home = { apiHost: 'http://localhost:3900', projectId: 'local' }

const sent = () => vi.fn<typeof fetch>(async () => new Response('sent'))

describe('where a request of the Studio goes', () => {
  it.each([
    ['http://localhost:3900/v1/users/me?tag=x', 'http://localhost:3900/v1/users/me?tag=x'],
    ['http://local.localhost:3900/v1/users/me?tag=x', 'http://localhost:3900/v1/users/me?tag=x'],
    ['http://other.localhost:3900/v1/users/me', 'http://other.localhost:3900/v1/users/me'],
    ['http://localhost:3000/api/draft-mode/enable', 'http://localhost:3000/api/draft-mode/enable'],
    ['https://sanity.io.example.com/', 'https://sanity.io.example.com/'],
    ['https://notsanity.io/', 'https://notsanity.io/'],
    ['https://api.sanity.io/vX/intake/feedback', undefined],
    ['https://sanity-cdn.com/v1/modules/sanity/latest', undefined],
  ])('%s -> %s', (url, target) => {
    expect(requestTarget(url, home)).toBe(target)
  })
})

describe('a fetch that stays at home', () => {
  it('passes on requests to the API host untouched', async () => {
    const send = sent()
    const init = { method: 'POST', body: '{}' }
    await ownRequests(send, home)('http://localhost:3900/v1/data/mutate/production', init)
    expect(send).toHaveBeenCalledExactlyOnceWith('http://localhost:3900/v1/data/mutate/production', init)
  })

  it('sends project host names to the API host, as text and as Request', async () => {
    const send = sent()
    const stay = ownRequests(send, home)
    await stay('http://local.localhost:3900/v1/users/me', { headers: { a: 'b' } })
    await stay(new Request('http://local.localhost:3900/v1/users/me', { method: 'PUT', headers: { a: 'b' } }))
    expect(send.mock.calls[0]).toEqual(['http://localhost:3900/v1/users/me', { headers: { a: 'b' } }])
    const request = send.mock.calls[1]?.[0]
    expect(request).toBeInstanceOf(Request)
    expect(request).toMatchObject({ url: 'http://localhost:3900/v1/users/me', method: 'PUT' })
    expect((request as Request).headers.get('a')).toBe('b')
  })

  it('answers hosted services itself: nothing new, nothing delivered', async () => {
    const send = sent()
    const stay = ownRequests(send, home)
    const version = await stay('https://sanity-cdn.com/v1/modules/sanity/latest', { headers: {} })
    expect(await version.json()).toEqual({})
    const feedback = await stay('https://api.sanity.io/vX/intake/feedback', { method: 'POST', body: 'x' })
    expect(feedback.ok).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })
})
