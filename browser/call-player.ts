import {
  CALL,
  CALL_PLAY,
  CALL_POSITION,
  CALL_PRESSED,
  CALL_RECORDING,
  CALL_SECONDS,
  CALL_SOUND,
  CALL_STAGE,
  CALL_TAB,
  CALLS_READY,
  type CallSound,
  type CallStage,
} from '../lib/dom-contract.ts'
import { linesIn, partsOf, showLine, showSaid, showTime, showWord, transcriptIn } from './call-parts.ts'
import { type CallEvents, deviceVoices, recordedVoice, spokenVoice, type Voice } from './call-voices.ts'
import { darkenWords } from './call-words.ts'
import { listen, root, within } from './dom.ts'

/** Update interval in milliseconds. Highlights each word within a tenth of a second. */
const CLOCK_EVERY = 80

/** Maximum wait in milliseconds for speech voices, which browsers load asynchronously. */
const VOICES_WITHIN = 1500

type Player = {
  press: () => void
  seek: (seconds: number) => void
  leave: () => void
}

const ALL = Number.POSITIVE_INFINITY

function playerOf(name: string): Player {
  const parts = partsOf(name)
  const transcript = transcriptIn(parts)
  const length = Number(transcript?.getAttribute(CALL_SECONDS))
  const lines = linesIn(parts, length)

  let voice: Voice | undefined
  let watch: ReturnType<typeof setInterval> | undefined
  let position = 0
  let shown = -1

  const stage = () => parts[0]?.getAttribute(CALL_STAGE) as CallStage | null
  const setStage = (next: CallStage) => {
    for (const part of parts) part.setAttribute(CALL_STAGE, next)
  }
  const setSound = (sound: CallSound) => {
    for (const part of parts) part.setAttribute(CALL_SOUND, sound)
  }
  const sound = () => parts[0]?.getAttribute(CALL_SOUND) as CallSound | null

  const showUpTo = (number: number) => {
    shown = number
    showSaid(parts, number)
    showLine(parts, number)
  }

  const stop = () => {
    clearInterval(watch)
    voice?.stop()
    voice = undefined
  }

  const finish = () => {
    stop()
    showUpTo(ALL)
    darkenWords()
    setStage('done')
  }

  const read = () => {
    finish()
    for (const rest of transcript?.querySelectorAll('details') ?? []) rest.open = true
    transcript?.scrollIntoView({ block: 'center' })
    transcript?.focus({ preventScroll: true })
  }

  const look = () => {
    // A preview render may have removed the call.
    if (!parts.some(({ isConnected }) => isConnected)) return stop()
    position = voice?.time() ?? position
    const number = voice?.line() ?? shown
    if (number !== shown) showUpTo(number)
    const line = lines[number]
    if (line) showWord(parts, line, position)
    showTime(parts, position, length)
  }

  const pause = () => {
    look()
    stop()
    setStage('paused')
  }

  const hear = (seconds: number) => {
    stop()
    const url = sound() === 'recording' && transcript?.getAttribute(CALL_RECORDING)
    let isHeard = true
    const events: CallEvents = {
      line: look,
      end: () => {
        finish()
        showTime(parts, length, length)
      },
      fail: () => {
        if (!isHeard) return
        isHeard = false
        const next = url && deviceVoices().length > 0 ? 'voices' : 'none'
        setSound(next)
        if (next === 'voices') hear(position)
        else read()
      },
      refuse: () => setStage('paused'),
    }
    voice = url ? recordedVoice(url, lines, events) : spokenVoice(lines, events)
    setStage('playing')
    voice.play(seconds)
    clearInterval(watch)
    watch = setInterval(look, CLOCK_EVERY)
    look()
  }

  return {
    press() {
      if (sound() === 'none') return read()
      if (stage() === 'playing') return pause()
      hear(stage() === 'paused' ? position : 0)
    },
    seek(seconds) {
      if (sound() === 'none') return read()
      if (stage() === 'playing') return hear(seconds)
      stop()
      position = seconds
      showUpTo(lines.findLastIndex(({ starts }) => starts <= seconds))
      look()
      setStage('paused')
    },
    leave() {
      if (stage() === 'playing') pause()
    },
  }
}

const nameIn = (event: Event) => within(event, `[${CALL}]`)?.getAttribute(CALL)

function findSound(isLastTry: boolean): void {
  const hasVoices = deviceVoices().length > 0
  if (!hasVoices && !isLastTry) return
  const found: CallSound = hasVoices ? 'voices' : 'none'
  const known: CallSound[] = ['recording', 'words']
  const others = known.map((sound) => `[${CALL_SOUND}="${sound}"]`).join()
  for (const call of document.querySelectorAll(`[${CALL}]:not(${others})`)) call.setAttribute(CALL_SOUND, found)
}

/** Starts the call players. Audio loads only after a click; without this script, a call is plain text. */
export function playCalls(): void {
  const players = new Map<string, { player: Player; part: Element | undefined }>()
  const playerNamed = (name: string): Player => {
    const known = players.get(name)
    // A preview render may have replaced the elements.
    if (known?.part?.isConnected) return known.player
    const player = playerOf(name)
    players.set(name, { player, part: partsOf(name)[0] })
    return player
  }
  /** Pauses all other calls, so that only one call plays at a time. */
  const leaveOthers = (heard?: Player) => {
    for (const { player } of players.values()) if (player !== heard) player.leave()
  }
  const press = (button: Element) => {
    const name = button.closest(`[${CALL}]`)?.getAttribute(CALL)
    if (!name) return
    const player = playerNamed(name)
    leaveOthers(player)
    player.press()
  }

  listen('click', (event) => {
    const button = within(event, `[${CALL_PLAY}]`)
    if (button) press(button)
  })
  listen('input', (event) => {
    const slider = within<HTMLInputElement>(event, `[${CALL_POSITION}]`)
    const name = nameIn(event)
    if (slider && name) playerNamed(name).seek(Number(slider.value))
  })
  listen('change', (event) => {
    if (within(event, `[${CALL_TAB}]`)) leaveOthers()
  })
  addEventListener('pagehide', () => leaveOthers())
  globalThis.speechSynthesis?.addEventListener('voiceschanged', () => findSound(true))
  setTimeout(() => findSound(true), VOICES_WITHIN)
  findSound(false)
  root.setAttribute(CALLS_READY, '')
  const waiting = [...document.querySelectorAll(`[${CALL_PRESSED}]`)]
  for (const button of waiting) button.removeAttribute(CALL_PRESSED)
  const last = waiting.at(-1)
  if (last) press(last)
}
