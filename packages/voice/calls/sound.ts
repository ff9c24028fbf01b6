import type { ConversationFields } from '../store/store.ts'

/** Samples per second, as in telephony. */
const SAMPLE_RATE_HZ = 8_000

const MAX_SECONDS = 120

/** Pitch of each speaker in hertz. */
const PITCH_HZ = { agent: 294, user: 196 }

/** Volume cycles per second, about one per syllable. */
const SYLLABLES_PER_SECOND = 4

const PAUSE_SECONDS = 0.4

const HEADER_BYTES = 44

function buildHeader(dataBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(SAMPLE_RATE_HZ, 24)
  bytes.writeUInt32LE(SAMPLE_RATE_HZ, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(dataBytes, 40)
  return bytes
}

/**
 * Returns a synthetic recording as WAV. It hums in each speaker's pitch for the length of the call, up to two minutes.
 * The output is deterministic.
 */
export function synthesizeSound({ transcript, call_duration_secs: duration }: ConversationFields): Buffer {
  const seconds = Math.min(MAX_SECONDS, Math.max(1, duration))
  const samples = Buffer.alloc(Math.round(seconds * SAMPLE_RATE_HZ), 128)
  const lines = transcript.filter(({ message }) => message)
  for (const [index, { role, time_in_call_secs: from }] of lines.entries()) {
    const endSecond = Math.min(seconds, (lines[index + 1]?.time_in_call_secs ?? seconds) - PAUSE_SECONDS)
    for (let sample = Math.round(from * SAMPLE_RATE_HZ); sample < endSecond * SAMPLE_RATE_HZ; sample += 1) {
      const second = sample / SAMPLE_RATE_HZ
      const amplitude = Math.sin(Math.PI * ((second * SYLLABLES_PER_SECOND) % 1))
      samples[sample] = 128 + Math.round(40 * amplitude * Math.sin(2 * Math.PI * PITCH_HZ[role] * second))
    }
  }
  return Buffer.concat([buildHeader(samples.length), samples])
}
