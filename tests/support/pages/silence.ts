const RATE = 8_000

export function silence(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * RATE, 128)
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  for (const [at, value] of [
    [4, 36 + samples.length],
    [16, 16],
    [24, RATE],
    [28, RATE],
    [40, samples.length],
  ] as const)
    header.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    header.writeUInt16LE(value, at)
  return Buffer.concat([header, samples])
}
