const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** Bytes in words, for example `1.4 MB` (1 KB is 1000 bytes); undefined when unknown. */
export function fileSize(bytes: number | null | undefined): string | undefined {
  if (bytes === null || bytes === undefined || bytes < 0) return undefined
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
