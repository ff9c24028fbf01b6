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

/** Timeout in milliseconds until a device without speech output counts as failed. */
const SPEAKS_WITHIN = 4000

const lineAt = (lines: CallLine[], seconds: number): number =>
  Math.max(
    0,
    lines.findLastIndex(({ starts }) => starts <= seconds),
  )

export function recordedVoice(url: string, lines: CallLine[], events: CallEvents): Voice {
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
    line: () => lineAt(lines, audio.currentTime),
  }
}

/** Estimates the position in the call from the current line. Never exceeds the start of the next line. */
function lineClock(lines: CallLine[]) {
  let number = 0
  let since = 0
  return {
    begin: (line: number) => {
      number = line
      since = performance.now()
    },
    time: () => {
      const starts = lines[number]?.starts ?? 0
      const next = lines[number + 1]?.starts ?? Number.POSITIVE_INFINITY
      return Math.min(starts + (performance.now() - since) / 1000, next)
    },
    line: () => number,
  }
}

export function deviceVoices(): SpeechSynthesisVoice[] {
  const language = document.documentElement.lang.slice(0, 2) || 'en'
  return 'speechSynthesis' in globalThis
    ? speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language))
    : []
}

export function spokenVoice(lines: CallLine[], events: CallEvents): Voice {
  const clock = lineClock(lines)
  /** Utterance in progress. The reference prevents garbage collection, after which some browsers never fire `end`. */
  let current: SpeechSynthesisUtterance | undefined
  const say = (number: number) => {
    const line = lines[number]
    if (!line) return events.end()
    const voices = deviceVoices()
    const isCaller = line.speaker === 'caller'
    const utterance = new SpeechSynthesisUtterance(line.text)
    const voice = isCaller ? voices[0] : (voices[1] ?? voices[0])
    if (voice) Object.assign(utterance, { voice, lang: voice.lang })
    utterance.pitch = isCaller ? 0.9 : 1.15
    current = utterance
    const ifCurrent = (act: () => void) => () => current === utterance && act()
    const silence = setTimeout(ifCurrent(events.fail), SPEAKS_WITHIN)
    utterance.addEventListener('start', () => clearTimeout(silence))
    utterance.addEventListener(
      'end',
      ifCurrent(() => say(number + 1)),
    )
    utterance.addEventListener('error', ifCurrent(events.fail))
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
      say(lineAt(lines, seconds))
    },
    stop,
    time: clock.time,
    line: clock.line,
  }
}
