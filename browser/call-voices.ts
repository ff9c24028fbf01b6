/* The ways in which a call is heard. All count in seconds of the heard call. */

/** A line of a call: when it begins in seconds, who speaks, what is said, and when each of its words begins. */
export type CallLine = { starts: number; speaker: string; text: string; words: number[] }

/**
 * What a voice tells of: that it has come to another line, its end, that nothing can be heard of it, and that the browser
 * wants another press before it lets anything be heard.
 */
export type CallEvents = { line: () => void; end: () => void; fail: () => void; refuse: () => void }

export type Voice = {
  /** Begins, or goes on, at a time. */
  play: (seconds: number) => void
  stop: () => void
  /** How far it has come, and the number of the line. */
  time: () => number
  line: () => number
}

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
  audio.addEventListener('timeupdate', events.line)
  audio.addEventListener('ended', events.end)
  audio.addEventListener('error', events.fail)
  return {
    play: (seconds) => {
      audio.currentTime = seconds
      audio.play().catch(({ name }: Error) => {
        if (name === 'NotAllowedError') events.refuse()
        // One that is stopped before it could begin has not failed.
        else if (name !== 'AbortError') events.fail()
      })
    },
    stop: () => audio.pause(),
    time: () => audio.currentTime,
    line: () => lineAt(lines, audio.currentTime),
  }
}

/** A clock that stands at the beginning of a line until the line is said, and never runs on into the next one. */
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
