import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export async function fetchRawResponse(url: string, headers: Record<string, string>): Promise<RawResponse> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  return { status: message.statusCode ?? 0, headers: message.headers, body: await buffer(message) }
}
