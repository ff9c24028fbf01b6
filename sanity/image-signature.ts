import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '../lib/platform/env/env.ts'

/** Six bits per character: unguessable and short. */
const LENGTH = 16

/** URL with a vanity name after the file name, which the Content Lake ignores. */
const SIGNED = /^([^?#]+)\/([\w-]+)(\?[^#]*)?$/

/**
 * Signature for a picture URL, used as vanity name. It proves that this site generated the URL, crop included.
 * @param address Content Lake URL without a vanity name
 */
export const imageSignature = (address: string, secret = env().contact.secret): string =>
  createHmac('sha256', secret).update(`image ${address}`).digest('base64url').slice(0, LENGTH)

/** Protects the image optimizer from arbitrary URLs. */
export function isSignedImage(address: string): boolean {
  const [, file = '', signature = '', crop = ''] = SIGNED.exec(address) ?? []
  const given = Buffer.from(signature)
  // Cached pages may have URLs signed with the previous secret.
  return env().contact.acceptedSecrets.some((secret) => {
    const expected = Buffer.from(imageSignature(file + crop, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
