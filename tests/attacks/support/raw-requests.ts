import { connect } from 'node:net'
import { stack } from '../../support/stack/addresses.ts'

export const { siteUrl } = stack.env
export const SITE = new URL(siteUrl)
export const SITE_PORT = Number(SITE.port)

export type RawResponse = { text: string; isEnded: boolean }

const RESPONSE_TIMEOUT_MS = 10_000

/** Sends raw bytes. Resolves when the site closes the connection, or after `patience` milliseconds. */
export function sendRaw(
  bytes: string | Buffer,
  { port = SITE_PORT, patience = RESPONSE_TIMEOUT_MS } = {},
): Promise<RawResponse> {
  const { promise, resolve } = Promise.withResolvers<RawResponse>()
  const socket = connect({ host: 'localhost', port })
  let text = ''
  const end = (isEnded: boolean) => {
    clearTimeout(timeout)
    resolve({ text, isEnded })
    socket.destroy()
  }
  const timeout = setTimeout(() => end(false), patience)
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => end(true)).on('close', () => end(true))
  socket.write(bytes)
  return promise
}

export function buildRequest(line: string, headers: string[] = [], body = ''): string {
  const hasHost = headers.some((header) => /^host\s*:/i.test(header))
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const allHeaders = [...(hasHost ? [] : [`Host: ${SITE.host}`]), 'Connection: close', ...length, ...headers]
  return `${line} HTTP/1.1\r\n${allHeaders.map((header) => `${header}\r\n`).join('')}\r\n${body}`
}

export type ParsedResponse = { status: number; headers: [name: string, value: string][]; body: string }

/** Parses the first response. Without a response, the status is 0. */
export function parseResponse({ text }: RawResponse): ParsedResponse {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header): [string, string] => {
    const [name = '', ...value] = header.split(':')
    return [name.toLowerCase(), value.join(':').trim()]
  })
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}

export const getHeaderValues = ({ headers }: ParsedResponse, headerName: string): string[] =>
  headers.filter(([name]) => name === headerName).map(([, value]) => value)

export const sendRequest = async (line: string, headers: string[] = [], body = ''): Promise<ParsedResponse> =>
  parseResponse(await sendRaw(buildRequest(line, headers, body)))

/** Checks whether the response redirects a browser to another site. */
export function isOffsiteRedirect(response: ParsedResponse, baseUrl = siteUrl): boolean {
  const [location] = getHeaderValues(response, 'location')
  if (location === undefined) return false
  return !URL.canParse(location, baseUrl) || new URL(location, baseUrl).origin !== new URL(baseUrl).origin
}
