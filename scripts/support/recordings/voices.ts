import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../progress.ts'
import { type Sound, readWave } from './sound.ts'
import { type SpokenWord, spokenText } from './spoken.ts'

/** Trimmed speech. `words` are start times in seconds. */
export type Spoken = { sound: Sound; words: number[] }

const PACKAGES = ['festival', 'festvox-us-slt-hts', 'flite', 'ffmpeg']

/** Runs a program. @throws {UserError} if it is missing or fails, with the packages to install */
export function run(program: string, ...args: string[]): { stdout: string; stderr: string } {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw new UserError(`${program} is missing. On Debian or Ubuntu: apt-get install ${PACKAGES.join(' ')}`)
  if (status !== 0) throw new UserError(`${program} failed: ${stderr.trim().split('\n').at(-1)}`)
  return { stdout, stderr }
}

const MARGIN = 0.04

const cut = ({ rate, samples }: Sound, from: number, to: number): Sound => ({
  rate,
  samples: samples.slice(Math.max(0, Math.round((from - MARGIN) * rate)), Math.round((to + MARGIN) * rate)),
})

const trimmed = (sound: Sound, words: number[], from: number, to: number): Spoken => ({
  sound: cut(sound, from, to),
  words: words.map((start) => Math.max(0, start - from + MARGIN)),
})

/** Pace of the assistant's voice. 1 is its natural pace, about 200 words a minute. */
const ASSISTANT_PACE = 0.89

/** Speaks with Festival's US female voice, the clearest one in Debian that reports word times. */
export function sayAsAssistant(words: readonly SpokenWord[], folder: string): Spoken {
  const wave = join(folder, 'line.wav')
  const script = join(folder, 'line.scm')
  writeFileSync(
    script,
    `(voice_cmu_us_slt_arctic_hts)
    (set! hts_engine_params (append hts_engine_params '(("-r" ${ASSISTANT_PACE}))))
    (set! line (utt.synth (Utterance Text ${JSON.stringify(spokenText(words))})))
    (utt.save.wave line ${JSON.stringify(wave)} 'riff)
    (mapcar
      (lambda (word) (format t "%s %f %f\\n" (item.name word) (item.feat word "word_start") (item.feat word "word_end")))
      (utt.relation.items line 'Word))`,
  )
  const found = run('festival', '-b', script)
    .stdout.trim()
    .split('\n')
    .map((line) => line.split(' '))
    // Skips a trailing 's, which Festival counts as a word.
    .filter(([name = '']) => !name.startsWith("'"))
    .map(([, start, end]) => ({ start: Number(start), end: Number(end) }))
  const count = words.reduce((sum, { said }) => sum + said.length, 0)
  if (found.length !== count)
    throw new UserError(`Festival spoke ${found.length} of ${count} words in “${spokenText(words)}”`)
  let next = 0
  const starts = words.map(({ said }) => {
    const start = found[next]?.start ?? 0
    next += said.length
    return start
  })
  return trimmed(readWave(readFileSync(wave)), starts, found[0]?.start ?? 0, found.at(-1)?.end ?? 0)
}

type Phone = { name: string; start: number; end: number }

/** Parses flite's phone list, such as `hh:0.210`. The end times are relative to the sentence. */
function phonesIn(stdout: string): Phone[] {
  let sentence = 0
  let end = 0
  return [...stdout.matchAll(/(\S+?):([\d.]+)/g)].map(([, name = '', seconds]) => {
    const start = end
    if (sentence + Number(seconds) < start) sentence = start
    end = sentence + Number(seconds)
    return { name, start, end }
  })
}

const PAUSE = 'pau'

const phonesOfWord = new Map<string, string[]>()

function phonesOf(word: string, voice: string): string[] {
  const known = phonesOfWord.get(word)
  if (known) return known
  const phones = run('flite', '-voice', voice, '-t', word, '-ps', 'none')
    .stdout.trim()
    .split(/\s+/)
    .filter((phone) => phone !== PAUSE)
  phonesOfWord.set(word, phones)
  return phones
}

/**
 * Maps each expected phone to the spoken one by minimum edit distance, because voices shorten words like "and" in
 * sentences.
 */
function aligned(expected: readonly string[], made: readonly string[]): (number | undefined)[] {
  const costs = Array.from({ length: expected.length + 1 }, (_, row) =>
    Array.from({ length: made.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const cost = (row: number, column: number) => costs[row]?.[column] ?? 0
  const differs = (row: number, column: number) => (expected[row - 1] === made[column - 1] ? 0 : 1)
  for (let row = 1; row <= expected.length; row += 1)
    for (let column = 1; column <= made.length; column += 1)
      (costs[row] as number[])[column] = Math.min(
        cost(row - 1, column - 1) + differs(row, column),
        cost(row - 1, column) + 1,
        cost(row, column - 1) + 1,
      )
  const result: (number | undefined)[] = expected.map(() => undefined)
  let [row, column] = [expected.length, made.length]
  while (row > 0 && column > 0) {
    if (cost(row, column) === cost(row - 1, column - 1) + differs(row, column)) {
      row -= 1
      column -= 1
      result[row] = column
    } else if (cost(row, column) === cost(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return result
}

const CALLER_VOICE = 'rms'

/** Speaks with flite's US male voice, the most expressive one in Debian. */
export function sayAsCaller(words: readonly SpokenWord[], folder: string, stretch: number): Spoken {
  const wave = join(folder, 'line.wav')
  const text = spokenText(words)
  const { stdout } = run(
    'flite',
    '-voice',
    CALLER_VOICE,
    '--setf',
    `duration_stretch=${stretch}`,
    '-t',
    text,
    '-o',
    wave,
    '-psdur',
  )
  const made = phonesIn(stdout).filter(({ name }) => name !== PAUSE)
  const expected = words.map(({ said }) => said.flatMap((word) => phonesOf(word, CALLER_VOICE)))
  const places = aligned(
    expected.flat(),
    made.map(({ name }) => name),
  )
  let first = 0
  let start = made[0]?.start ?? 0
  const starts = expected.map((phones) => {
    const place = places.slice(first, first + phones.length).find((each) => each !== undefined)
    first += phones.length
    if (place !== undefined) start = made[place]?.start ?? start
    return start
  })
  return trimmed(readWave(readFileSync(wave)), starts, made[0]?.start ?? 0, made.at(-1)?.end ?? 0)
}
