import { isSecret, makeSecret } from '../../platform/crypto/secret.ts'

/** Identifies our keys to people and to secret scanners. */
const PREFIX = 'dw_'

export const makeKey = (): string => PREFIX + makeSecret()

export const isKey = (text: string): boolean => text.startsWith(PREFIX) && isSecret(text.slice(PREFIX.length))
