/* The ways in which a call is heard, or shown without a sound. All count in seconds of the heard call. */

/** A line of a call: when it begins in seconds, who speaks, and what is said. */
export type CallLine = { starts: number; speaker: string; text: string }

/** What a voice tells of: the number of the line it has come to, its end, and that nothing can be heard of it. */
export type CallEvents = { line: (number: number) => void; end: () => void; fail: () => void }

export type Voice = {
  /** Begins, or goes on, at a time. */
  play: (seconds: number) => void
  stop: () => void
  /** How far it has come. */
  time: () => number
}

/** How much faster lines are read than heard. */
const READING_PACE = 3.5

/** Milliseconds in which a device must begin to speak. */
const SPEAKS_WITHIN = 4000

/** The number of the line that is said at a time. */
export const lineAt = (lines: CallLine[], seconds: number): number =>
  Math.max(
    0,
    lines.findLastIndex(({ starts }) => starts <= seconds),
  )

/** Plays the editor's recording. */
export function recordedVoice(url: string, lines: CallLine[], events: CallEvents): Voice {
  const audio = new Audio(url)
  audio.addEventListener('timeupdate', () => events.line(lineAt(lines, audio.currentTime)))
  audio.addEventListener('ended', events.end)
  audio.addEventListener('error', events.fail)
  return {
    play: (seconds) => {
      audio.currentTime = seconds
      // One that is stopped before it could begin has not failed.
      audio.play().catch(({ name }: Error) => name !== 'AbortError' && events.fail())
    },
    stop: () => audio.pause(),
    time: () => audio.currentTime,
  }
}

/** A clock that stands at the beginning of a line until the line is said, and never runs on into the next one. */
function lineClock(lines: CallLine[], pace = 1) {
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
      return Math.min(starts + ((performance.now() - since) / 1000) * pace, next)
    },
  }
}

/** The voices of this device that speak the page's language; empty while there are none. */
export function deviceVoices(): SpeechSynthesisVoice[] {
  const language = document.documentElement.lang.slice(0, 2) || 'en'
  return 'speechSynthesis' in globalThis
    ? speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language))
    : []
}

/** Has the device read the call aloud, with two of its voices or with one in two pitches. */
export function spokenVoice(lines: CallLine[], events: CallEvents): Voice {
  const clock = lineClock(lines)
  /** Kept, because some browsers forget an utterance that nobody holds, and never say that it has ended. */
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
    events.line(number)
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
  }
}

/** Shows one line after the other, with the time to read each. */
export function silentVoice(lines: CallLine[], seconds: number, events: CallEvents): Voice {
  const clock = lineClock(lines, READING_PACE)
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (number: number) => {
    const line = lines[number]
    if (!line) return events.end()
    clock.begin(number)
    events.line(number)
    const ends = lines[number + 1]?.starts ?? seconds
    timer = setTimeout(() => show(number + 1), ((ends - line.starts) / READING_PACE) * 1000)
  }
  return {
    play: (from) => {
      clearTimeout(timer)
      show(lineAt(lines, from))
    },
    stop: () => clearTimeout(timer),
    time: clock.time,
  }
}
