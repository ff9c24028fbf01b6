/** Encodings of text files, with their labels. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows (Western)',
} as const

export type Encoding = keyof typeof ENCODINGS

const BYTE_ORDER_MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const PROBE_BYTES = 4_096

/** Detects UTF-16 without a byte order mark: in Western text, nearly every second byte is zero. */
function detectUtf16(bytes: Uint8Array): Encoding | undefined {
  const probe = bytes.subarray(0, PROBE_BYTES)
  const countZeros = (remainder: number) =>
    probe.reduce((count, byte, index) => count + Number(byte === 0 && index % 2 === remainder), 0)
  const [even, odd] = [countZeros(0), countZeros(1)]
  const threshold = probe.length / 4
  if (odd > threshold && even === 0) return 'utf-16le'
  if (even > threshold && odd === 0) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    // The bytes are not UTF-8, which is the question.
    return false
  }
}

/** Detects the encoding of a text file. Text without a byte order mark that is not UTF-8 counts as Windows-1252. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[0]
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** Decodes a text file without its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)
