import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedPush = {
  path: string
  topic: string | undefined
  authorization: string | undefined
  message: unknown
}

export type TestDevice = ReturnType<typeof makeDevice>

function makeDevice(endpoint: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { subscription: { endpoint, keys }, ecdh, auth }
}

const deriveKey = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a push message as defined in RFC 8188 and RFC 8291. */
export function decrypt(body: Buffer, { ecdh, auth }: TestDevice): unknown {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const material = deriveKey(ecdh.computeSecret(sender), auth, info, 32)
  const key = deriveKey(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = deriveKey(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const ciphertext = body.subarray(21 + idLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(ciphertext.subarray(-16))
  const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
  return JSON.parse(plaintext.subarray(0, plaintext.lastIndexOf(2)).toString('utf8'))
}

export type Responder = (response: ServerResponse) => void

export const respondWithStatus =
  (status: number): Responder =>
  (response) => {
    response.writeHead(status).end()
  }

export async function startPushReceiver() {
  const received: ReceivedPush[] = []
  const devices = new Map<string, TestDevice>()
  const state: { respond: Responder } = { respond: respondWithStatus(201) }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const device = devices.get(path)
    const { topic, authorization } = request.headers
    received.push({
      path,
      topic: topic?.toString(),
      authorization,
      message: device && decrypt(Buffer.concat(chunks), device),
    })
    state.respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answer: (responder: Responder) => {
      state.respond = responder
    },
    subscribe: (path: string): TestDevice => {
      const device = makeDevice(origin + path)
      devices.set(path, device)
      return device
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
