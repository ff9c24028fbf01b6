import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '../lib/platform/env/env.ts'

/** Signature length in characters. Base64url has 6 bits per character, so 16 characters are 96 bits. */
const SIGNATURE_LENGTH = 16

/** Image URL with a vanity name after the file name. The Content Lake ignores the vanity name. */
const SIGNED_URL_PATTERN = /^([^?#]+)\/([\w-]+)(\?[^#]*)?$/

/**
 * Signs an image URL, including its crop. The signature becomes the vanity name.
 * @param address Content Lake URL without a vanity name
 */
export const signImage = (address: string, secret = env().contact.secret): string =>
  createHmac('sha256', secret).update(`image ${address}`).digest('base64url').slice(0, SIGNATURE_LENGTH)

/** Verifies an image URL's signature. The image optimizer uses it to reject arbitrary URLs. */
export function isSignedImage(address: string): boolean {
  const [, file = '', signature = '', crop = ''] = SIGNED_URL_PATTERN.exec(address) ?? []
  const actual = Buffer.from(signature)
  // Cached pages may contain URLs signed with the previous secret.
  return env().contact.acceptedSecrets.some((secret) => {
    const expected = Buffer.from(signImage(file + crop, secret))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}
