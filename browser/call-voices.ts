/* Voices that play a call. All times are in seconds from the start of the call. */

/** Line of a call. `words` contains the start time of each word. */
export type CallLine = { starts: number; speaker: string; text: string; words: number[] }

/** Callbacks of a voice. `refuse` means that the browser requires another click. */
export type CallEvents = { line: () => void; end: () => void; fail: () => void; refuse: () => void }

export type Voice = {
  play: (seconds: number) => void
  stop: () => void
  time: () => number
  line: () => number
}

/** If speech output has not started after this time, the device counts as failed. */
const SPEECH_TIMEOUT_MS = 4000

const findLineAt = (lines: CallLine[], seconds: number): number =>
  Math.max(
    0,
    lines.findLastIndex(({ starts }) => starts <= seconds),
  )

export function createRecordedVoice(url: string, lines: CallLine[], events: CallEvents): Voice {
  const audio = new Audio(url)
  audio.addEventListener('timeupdate', events.line)
  audio.addEventListener('ended', events.end)
  audio.addEventListener('error', events.fail)
  return {
    play: (seconds) => {
      audio.currentTime = seconds
      audio.play().catch(({ name }: Error) => {
        if (name === 'NotAllowedError') events.refuse()
        // `AbortError` means that playback stopped before it started.
        else if (name !== 'AbortError') events.fail()
      })
    },
    stop: () => audio.pause(),
    time: () => audio.currentTime,
    line: () => findLineAt(lines, audio.currentTime),
  }
}

/** Estimates the position in the call from the current line. Never exceeds the start of the next line. */
function createLineClock(lines: CallLine[]) {
  let number = 0
  let lineStartedAt = 0
  return {
    begin: (line: number) => {
      number = line
      lineStartedAt = performance.now()
    },
    time: () => {
      const lineStart = lines[number]?.starts ?? 0
      const next = lines[number + 1]?.starts ?? Number.POSITIVE_INFINITY
      return Math.min(lineStart + (performance.now() - lineStartedAt) / 1000, next)
    },
    line: () => number,
  }
}

export function getDeviceVoices(): SpeechSynthesisVoice[] {
  const language = document.documentElement.lang.slice(0, 2) || 'en'
  return 'speechSynthesis' in globalThis
    ? speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language))
    : []
}

export function createSpokenVoice(lines: CallLine[], events: CallEvents): Voice {
  const clock = createLineClock(lines)
  /**
   * Utterance in progress. The reference prevents garbage collection. Some browsers never fire `end` for a collected
   * utterance.
   */
  let current: SpeechSynthesisUtterance | undefined
  const speakLine = (number: number) => {
    const line = lines[number]
    if (!line) return events.end()
    const voices = getDeviceVoices()
    const isCaller = line.speaker === 'caller'
    const utterance = new SpeechSynthesisUtterance(line.text)
    const voice = isCaller ? voices[0] : (voices[1] ?? voices[0])
    if (voice) Object.assign(utterance, { voice, lang: voice.lang })
    utterance.pitch = isCaller ? 0.9 : 1.15
    current = utterance
    const callIfCurrent = (callback: () => void) => () => current === utterance && callback()
    const speechTimeout = setTimeout(callIfCurrent(events.fail), SPEECH_TIMEOUT_MS)
    utterance.addEventListener('start', () => clearTimeout(speechTimeout))
    utterance.addEventListener(
      'end',
      callIfCurrent(() => speakLine(number + 1)),
    )
    utterance.addEventListener('error', callIfCurrent(events.fail))
    clock.begin(number)
    events.line()
    speechSynthesis.speak(utterance)
  }
  const stop = () => {
    current = undefined
    speechSynthesis.cancel()
  }
  return {
    play: (seconds) => {
      stop()
      speakLine(findLineAt(lines, seconds))
    },
    stop,
    time: clock.time,
    line: clock.line,
  }
}
