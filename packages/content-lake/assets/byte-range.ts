type ByteRange = { start: number; end: number }

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** One `Range` of RFC 9110, ends inclusive. Undefined: send the whole file (several ranges or another unit); `unsatisfiable`: 416. */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = SINGLE_RANGE.exec(header ?? '')
  const [first, last] = [found?.[1] ?? '', found?.[2] ?? '']
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
