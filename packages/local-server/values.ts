import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Parses JSON.
 * @throws the error from `createError`, because the parser's own message repeats the text, which may contain secrets
 */
export function parseJson(text: string, createError: () => Error): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createError()
  }
}

export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports invalid JSON.
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function isSameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left!, right!)
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns uniformly random letters and digits, about 6 bits each. */
export function generateRandomText(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 is the largest multiple of 62 below 256. Larger bytes would bias the result.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  }
  return text
}
