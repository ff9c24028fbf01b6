import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../progress.ts'
import { type Sound, writeWave } from './sound.ts'
import { run } from './voices.ts'

/** ffmpeg filters for a telephone band with compression. Without compression, peaks limit the loudness. */
const LINE_FILTERS = [
  'highpass=f=300:p=2,highpass=f=300:p=2,highpass=f=300:p=2',
  'lowpass=f=3400:p=2,lowpass=f=3400:p=2',
  'acompressor=threshold=0.06:ratio=4:attack=4:release=90:makeup=2',
].join(',')

/** Target loudness and its tolerance, in LUFS. */
const TARGET_LOUDNESS_LUFS = -16
const LOUDNESS_TOLERANCE_LUFS = 0.5

const LOUDNORM_FILTER = `loudnorm=I=${TARGET_LOUDNESS_LUFS}:TP=-1.5:LRA=7`

type Loudness = { input_i: string; input_tp: string; input_lra: string; input_thresh: string; target_offset: string }

function measureLoudness(file: string, filter: string): Loudness {
  const { stderr } = run(
    'ffmpeg',
    '-hide_banner',
    '-i',
    file,
    '-af',
    `${filter}${LOUDNORM_FILTER}:print_format=json`,
    '-f',
    'null',
    '-',
  )
  return JSON.parse(stderr.slice(stderr.lastIndexOf('{'), stderr.lastIndexOf('}') + 1)) as Loudness
}

/** Writes a recording with telephone sound. @returns loudness in LUFS @throws {UserError} if it is out of tolerance */
export function writeRecording(sound: Sound, target: string, folder: string): number {
  const wavePath = join(folder, 'call.wav')
  writeFileSync(wavePath, writeWave(sound))
  const first = measureLoudness(wavePath, `${LINE_FILTERS},`)
  const second = [
    `${LOUDNORM_FILTER}:linear=true:measured_I=${first.input_i}:measured_TP=${first.input_tp}:measured_LRA=${first.input_lra}`,
    `measured_thresh=${first.input_thresh}:offset=${first.target_offset}`,
  ].join(':')
  run(
    'ffmpeg',
    '-v',
    'error',
    '-y',
    '-i',
    wavePath,
    '-af',
    `${LINE_FILTERS},${second}`,
    '-ac',
    '1',
    '-ar',
    `${sound.rate}`,
    '-codec:a',
    'libmp3lame',
    '-b:a',
    '24k',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    target,
  )
  const loudness = Number(measureLoudness(target, '').input_i)
  if (Math.abs(loudness - TARGET_LOUDNESS_LUFS) > LOUDNESS_TOLERANCE_LUFS)
    throw new UserError(`${target} has a loudness of ${loudness} LUFS instead of ${TARGET_LOUDNESS_LUFS}`)
  return loudness
}
