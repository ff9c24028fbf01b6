import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export async function rawAnswer(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}
