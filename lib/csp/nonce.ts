/** A random text for the policy of one answer, which its scripts and style elements carry. */
export const createNonce = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
