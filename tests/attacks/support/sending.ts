import { connect } from 'node:net'
import { stack } from '../../support/stack/addresses.ts'

/** The address of the site under test. */
export const { siteUrl } = stack.env
export const SITE = new URL(siteUrl)
export const SITE_PORT = Number(SITE.port)

/** What came on a connection, and whether the site ended it. */
export type Came = { text: string; isEnded: boolean }

/** Milliseconds after which an answer is no longer waited for. */
const PATIENCE_MS = 10_000

/**
 * Sends bytes as they are, which no client would, and resolves to what came until the site ended the connection, or until
 * nobody waits any longer.
 */
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

/** The bytes of a request; its connection ends with its answer. */
export function request(line: string, headers: string[] = [], body = ''): string {
  const isNamed = headers.some((header) => /^host\s*:/i.test(header))
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const all = [...(isNamed ? [] : [`Host: ${SITE.host}`]), 'Connection: close', ...length, ...headers]
  return `${line} HTTP/1.1\r\n${all.map((header) => `${header}\r\n`).join('')}\r\n${body}`
}

/** An answer as it came over a connection. */
export type Read = { status: number; headers: [name: string, value: string][]; body: string }

/** The first answer in what came; status 0 where there is none. */
export function read({ text }: Came): Read {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header): [string, string] => {
    const [name = '', ...value] = header.split(':')
    return [name.toLowerCase(), value.join(':').trim()]
  })
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}

/** The values of a header. */
export const valuesOf = ({ headers }: Read, wanted: string): string[] =>
  headers.filter(([name]) => name === wanted).map(([, value]) => value)

/** Asks as `send` does, and reads the answer. */
export const ask = async (line: string, headers: string[] = [], body = ''): Promise<Read> =>
  read(await send(request(line, headers, body)))

/** Whether an answer leads anywhere but to a page of the site, as a browser reads its address. */
export function leadsElsewhere(answer: Read, base = siteUrl): boolean {
  const [location] = valuesOf(answer, 'location')
  if (location === undefined) return false
  return !URL.canParse(location, base) || new URL(location, base).origin !== new URL(base).origin
}
