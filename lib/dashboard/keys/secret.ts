import { isSecret, generateSecret } from '../../platform/crypto/secret.ts'

/** Prefix of API keys. Developers and secret scanners recognize keys by it. */
const KEY_PREFIX = 'dw_'

export const generateKey = (): string => KEY_PREFIX + generateSecret()

export const isKey = (text: string): boolean => text.startsWith(KEY_PREFIX) && isSecret(text.slice(KEY_PREFIX.length))
