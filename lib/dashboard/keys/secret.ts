import { isSecret, makeSecret } from '../../platform/crypto/secret.ts'

/** Prefix of API keys. People and secret scanners recognize keys by it. */
const PREFIX = 'dw_'

export const makeKey = (): string => PREFIX + makeSecret()

export const isKey = (text: string): boolean => text.startsWith(PREFIX) && isSecret(text.slice(PREFIX.length))
