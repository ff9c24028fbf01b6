import { connect } from 'node:net'
import { stack } from '../../support/stack/addresses.ts'

export const { siteUrl } = stack.env
export const SITE = new URL(siteUrl)
export const SITE_PORT = Number(SITE.port)

export type Came = { text: string; isEnded: boolean }

const PATIENCE_MS = 10_000

/** Sends raw bytes. Resolves when the site closes the connection, or after `patience` ms. */
export function send(bytes: string | Buffer, { port = SITE_PORT, patience = PATIENCE_MS } = {}): Promise<Came> {
  const { promise, resolve } = Promise.withResolvers<Came>()
  const socket = connect({ host: 'localhost', port })
  let text = ''
  const end = (isEnded: boolean) => {
    clearTimeout(late)
    resolve({ text, isEnded })
    socket.destroy()
  }
  const late = setTimeout(() => end(false), patience)
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  socket.on('error', () => end(true)).on('close', () => end(true))
  socket.write(bytes)
  return promise
}

export function request(line: string, headers: string[] = [], body = ''): string {
  const isNamed = headers.some((header) => /^host\s*:/i.test(header))
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const all = [...(isNamed ? [] : [`Host: ${SITE.host}`]), 'Connection: close', ...length, ...headers]
  return `${line} HTTP/1.1\r\n${all.map((header) => `${header}\r\n`).join('')}\r\n${body}`
}

export type Read = { status: number; headers: [name: string, value: string][]; body: string }

/** Parses the first response. Without a response, the status is 0. */
export function read({ text }: Came): Read {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header): [string, string] => {
    const [name = '', ...value] = header.split(':')
    return [name.toLowerCase(), value.join(':').trim()]
  })
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}

export const valuesOf = ({ headers }: Read, wanted: string): string[] =>
  headers.filter(([name]) => name === wanted).map(([, value]) => value)

export const ask = async (line: string, headers: string[] = [], body = ''): Promise<Read> =>
  read(await send(request(line, headers, body)))

/** Checks whether the response redirects a browser to another site. */
export function leadsElsewhere(answer: Read, base = siteUrl): boolean {
  const [location] = valuesOf(answer, 'location')
  if (location === undefined) return false
  return !URL.canParse(location, base) || new URL(location, base).origin !== new URL(base).origin
}
