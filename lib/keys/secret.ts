import { isSecret, makeSecret } from '../secret.ts'

/** Says at a glance, and to programs that look for keys in published code, whose key it is. */
const PREFIX = 'dw_'

export const makeKey = (): string => PREFIX + makeSecret()

export const isKey = (text: string): boolean => text.startsWith(PREFIX) && isSecret(text.slice(PREFIX.length))
