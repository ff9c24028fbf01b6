const SAMPLE_RATE_HZ = 8_000

export function createSilence(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * SAMPLE_RATE_HZ, 128)
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  for (const [offset, value] of [
    [4, 36 + samples.length],
    [16, 16],
    [24, SAMPLE_RATE_HZ],
    [28, SAMPLE_RATE_HZ],
    [40, samples.length],
  ] as const)
    header.writeUInt32LE(value, offset)
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    header.writeUInt16LE(value, offset)
  return Buffer.concat([header, samples])
}
