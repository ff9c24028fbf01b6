/** Mono audio with samples from -1 to 1, `rate` per second. */
export type Sound = { rate: number; samples: Float32Array }

export const SAMPLE_RATE_HZ = 16_000

const HEADER_BYTES = 44
const FULL_SCALE = 32_768

/** Reads a 16-bit mono WAV file and converts it to the rate of the recordings. */
export function readWave(file: Buffer): Sound {
  const rate = file.readUInt32LE(24)
  const start = file.indexOf('data') + 8
  const samples = Float32Array.from({ length: Math.floor((file.length - start) / 2) }, (_, index) => {
    return file.readInt16LE(start + index * 2) / FULL_SCALE
  })
  return rate === SAMPLE_RATE_HZ ? { rate, samples } : { rate: SAMPLE_RATE_HZ, samples: resample(samples, rate) }
}

/** Resamples by averaging. A later filter removes aliasing above the telephone band. */
function resample(samples: Float32Array, rate: number): Float32Array {
  const ratio = rate / SAMPLE_RATE_HZ
  return Float32Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const part = samples.subarray(Math.floor(index * ratio), Math.max(Math.floor((index + 1) * ratio), 1))
    return part.reduce((sum, sample) => sum + sample, 0) / (part.length || 1)
  })
}

export function writeWave({ rate, samples }: Sound): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.length * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(HEADER_BYTES - 8 + samples.length * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length * 2, 40)
  for (const [index, sample] of samples.entries())
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * (FULL_SCALE - 1)), HEADER_BYTES + index * 2)
  return file
}

export function normalizeVolume({ rate, samples }: Sound): Sound {
  const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  return { rate, samples: samples.map((sample) => (sample * 0.1) / rms) }
}

/** Returns the US ringback tone: 440 and 480 Hz. */
export function createRingback(seconds: number): Sound {
  const length = Math.round(seconds * SAMPLE_RATE_HZ)
  const fadeSamples = SAMPLE_RATE_HZ * 0.02
  const samples = Float32Array.from({ length }, (_, index) => {
    const fade = Math.min(1, index / fadeSamples, (length - index) / fadeSamples)
    const time = (2 * Math.PI * index) / SAMPLE_RATE_HZ
    return fade * 0.04 * (Math.sin(440 * time) + Math.sin(480 * time))
  })
  return { rate: SAMPLE_RATE_HZ, samples }
}

/** Mixes sounds at their start times with faint line noise, because digital silence sounds like a dropped call. */
export function mixSounds(parts: readonly { at: number; sound: Sound }[], seconds: number): Sound {
  // Uses a fixed seed, so that the output is reproducible.
  let seed = 1
  const samples = Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE_HZ) }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed / 2_147_483_647 - 0.5) * 0.0015
  })
  for (const { at, sound } of parts) {
    const start = Math.round(at * SAMPLE_RATE_HZ)
    for (const [index, sample] of sound.samples.entries()) {
      const sampleIndex = start + index
      if (sampleIndex < samples.length) samples[sampleIndex] = (samples[sampleIndex] ?? 0) + sample
    }
  }
  return { rate: SAMPLE_RATE_HZ, samples }
}
