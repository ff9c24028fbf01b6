import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '../lib/env.ts'

/** Characters of a signature, six bits each: nobody guesses one, and pages stay short. */
const LENGTH = 16

/** The address of a picture with a vanity name, which the Content Lake ignores, behind its file name. */
const SIGNED = /^([^?#]+)\/([\w-]+)(\?[^#]*)?$/

/**
 * Name under which a page of this site asks for a picture: proof that the site made the address, crop and all.
 * @param address of the picture in the Content Lake, without a vanity name
 */
export const imageSignature = (address: string, secret = env().contact.secret): string =>
  createHmac('sha256', secret).update(`image ${address}`).digest('base64url').slice(0, LENGTH)

/** Whether this site has made the address of a picture, which anyone may write into that of the optimiser. */
export function isSignedImage(address: string): boolean {
  const [, file = '', signature = '', crop = ''] = SIGNED.exec(address) ?? []
  const given = Buffer.from(signature)
  // Stored pages may have addresses that were signed with the secret before this one.
  return env().contact.acceptedSecrets.some((secret) => {
    const expected = Buffer.from(imageSignature(file + crop, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
