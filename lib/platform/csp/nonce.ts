export const createNonce = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
