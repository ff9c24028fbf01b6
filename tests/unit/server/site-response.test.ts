import { createServer, type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { buildFailurePage, failurePolicy } from '../../../lib/platform/csp/failure-page.ts'
import { SiteRequest } from '../../../server/http/site-request.ts'
import { SiteResponse } from '../../../server/http/site-response.ts'
import { listenOnFreePort } from '../../support/http.ts'

type Listener = RequestListener<typeof SiteRequest, typeof SiteResponse>

async function fetchFrom(listener: Listener) {
  const server = createServer({ IncomingMessage: SiteRequest, ServerResponse: SiteResponse }, listener)
  const port = await listenOnFreePort(server)
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`)
    return { status: response.status, headers: response.headers, body: await response.text() }
  } finally {
    server.close()
  }
}

/** Returns the response's security policy. A comma would separate several policies. */
const fetchPolicy = async (listener: Listener) => (await fetchFrom(listener)).headers.get('content-security-policy')

const STRICTEST_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

it('adds the strictest security policy to any response without one', async () => {
  expect(await fetchPolicy((_, response) => void response.end('a'))).toBe(STRICTEST_POLICY)
  expect(await fetchPolicy((_, response) => void response.writeHead(404).end())).toBe(STRICTEST_POLICY)
  expect(await fetchPolicy((_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end())).toBe(
    STRICTEST_POLICY,
  )
  expect(await fetchPolicy((_, response) => void (response.write('a'), response.end('b')))).toBe(STRICTEST_POLICY)
})

it("allows scripts to load code from the site, because workers inherit their file's policy", async () => {
  const listener: Listener = (_, response) => {
    response.setHeader('content-type', 'application/javascript; charset=UTF-8').end()
  }
  expect(await fetchPolicy(listener)).toBe(`${STRICTEST_POLICY}; script-src 'self'`)
})

it('keeps an existing security policy', async () => {
  const customPolicy = "default-src 'self'"
  const name = 'Content-Security-Policy'
  expect(await fetchPolicy((_, response) => void response.setHeader(name, customPolicy).end())).toBe(customPolicy)
  expect(await fetchPolicy((_, response) => void response.writeHead(200, { [name]: customPolicy }).end())).toBe(
    customPolicy,
  )
})

it('keeps only the last of several policies', async () => {
  const listener: Listener = (_, response) => {
    response.setHeader('content-security-policy', "default-src 'self'")
    response.appendHeader('Content-Security-Policy', "default-src 'none'")
    response.end()
  }
  expect(await fetchPolicy(listener)).toBe("default-src 'none'")
})

describe('failed page', () => {
  it.each<[how: string, Listener]>([
    ['with one end() call', (_, response) => response.writeHead(500, { 'x-a': 'b' }).end('<p>empty</p>')],
    [
      'with a status code and one end() call',
      (_, response) => Object.assign(response, { statusCode: 503 }).end('<p>empty</p>'),
    ],
    [
      'in chunks',
      (_, response) => {
        response.statusCode = 500
        response.setHeader('content-encoding', 'gzip').write('a', () => response.end('b'))
      },
    ],
  ])('sent %s is replaced by an error page without scripts', async (_, listener) => {
    const { status, headers, body } = await fetchFrom((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      listener(request, response)
    })
    expect(status).toBeGreaterThanOrEqual(500)
    expect(body).toBe(buildFailurePage(undefined))
    expect(headers.get('content-security-policy')).toBe(failurePolicy)
    expect(body).not.toContain('<script')
  })

  it('is kept if it has a policy or is not HTML', async () => {
    const customResponse = await fetchFrom((_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"a"}')
    })
    expect(customResponse.body).toBe('{"error":"a"}')
    const page = await fetchFrom((_, response) => {
      response.statusCode = 500
      response.setHeader('content-type', 'text/html')
      response.setHeader('content-security-policy', "default-src 'self'")
      response.end('mine')
    })
    expect(page.body).toBe('mine')
  })

  it('response bodies have a Content-Length header', async () => {
    const { headers } = await fetchFrom((_, response) => void response.end('abc'))
    expect(headers.get('content-length')).toBe('3')
  })
})
