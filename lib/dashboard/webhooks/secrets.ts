import { randomBytes } from 'node:crypto'
import type { EncryptionKey } from '../integrations/environment.ts'
import { sealText, unsealText } from '../integrations/secrets.ts'

const SECRET_BYTES = 32

/** Returns a signing secret. Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec */
export const generateEndpointSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

const buildSealOwner = (organizationId: string) => ({ organizationId, provider: 'webhooks', what: 'webhook' }) as const

export const sealEndpointSecret = (keys: EncryptionKey[], organizationId: string, secret: string): Promise<string> =>
  sealText(keys, buildSealOwner(organizationId), secret)

/** Decrypts the secret of an endpoint. @throws {SealError} */
export const unsealEndpointSecret = (
  keys: EncryptionKey[],
  organizationId: string,
  sealedText: string,
): Promise<string> => unsealText(keys, buildSealOwner(organizationId), sealedText)
