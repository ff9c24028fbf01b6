import {
  CALL_ATTRIBUTE,
  CALL_PLAY_ATTRIBUTE,
  CALL_POSITION_ATTRIBUTE,
  CALL_PRESSED_ATTRIBUTE,
  CALL_RECORDING_ATTRIBUTE,
  CALL_SECONDS_ATTRIBUTE,
  CALL_SOUND_ATTRIBUTE,
  CALL_STAGE_ATTRIBUTE,
  CALL_TAB_ATTRIBUTE,
  CALLS_READY_ATTRIBUTE,
  type CallSound,
  type CallStage,
} from '../lib/dom-contract.ts'
import { readLines, findParts, showLine, markSpokenLines, showTime, showWord, findTranscript } from './call-parts.ts'
import { type CallEvents, getDeviceVoices, createRecordedVoice, createSpokenVoice, type Voice } from './call-voices.ts'
import { clearHighlights } from './call-words.ts'
import { listen, root, findClosest } from './dom.ts'

/** Short enough to highlight each word within a tenth of a second. */
const UPDATE_INTERVAL_MS = 80

/** Maximum wait for speech voices, which browsers load asynchronously. */
const VOICES_TIMEOUT_MS = 1500

type Player = {
  press: () => void
  seek: (seconds: number) => void
  pauseIfPlaying: () => void
}

const LAST_LINE = Number.POSITIVE_INFINITY

function createPlayer(name: string): Player {
  const parts = findParts(name)
  const transcript = findTranscript(parts)
  const length = Number(transcript?.getAttribute(CALL_SECONDS_ATTRIBUTE))
  const lines = readLines(parts, length)

  let voice: Voice | undefined
  let updateTimer: ReturnType<typeof setInterval> | undefined
  let position = 0
  let displayedLine = -1

  const getStage = () => parts[0]?.getAttribute(CALL_STAGE_ATTRIBUTE) as CallStage | null
  const setStage = (next: CallStage) => {
    for (const part of parts) part.setAttribute(CALL_STAGE_ATTRIBUTE, next)
  }
  const setSound = (sound: CallSound) => {
    for (const part of parts) part.setAttribute(CALL_SOUND_ATTRIBUTE, sound)
  }
  const getSound = () => parts[0]?.getAttribute(CALL_SOUND_ATTRIBUTE) as CallSound | null

  const showLinesUpTo = (number: number) => {
    displayedLine = number
    markSpokenLines(parts, number)
    showLine(parts, number)
  }

  const stop = () => {
    clearInterval(updateTimer)
    voice?.stop()
    voice = undefined
  }

  const finish = () => {
    stop()
    showLinesUpTo(LAST_LINE)
    clearHighlights()
    setStage('done')
  }

  const showTranscript = () => {
    finish()
    for (const rest of transcript?.querySelectorAll('details') ?? []) rest.open = true
    transcript?.scrollIntoView({ block: 'center' })
    transcript?.focus({ preventScroll: true })
  }

  const updateProgress = () => {
    // A preview render may have removed the call.
    if (!parts.some(({ isConnected }) => isConnected)) return stop()
    position = voice?.time() ?? position
    const number = voice?.line() ?? displayedLine
    if (number !== displayedLine) showLinesUpTo(number)
    const line = lines[number]
    if (line) showWord(parts, line, position)
    showTime(parts, position, length)
  }

  const pause = () => {
    updateProgress()
    stop()
    setStage('paused')
  }

  const playFrom = (seconds: number) => {
    stop()
    const url = getSound() === 'recording' && transcript?.getAttribute(CALL_RECORDING_ATTRIBUTE)
    let hasFailed = true
    const events: CallEvents = {
      line: updateProgress,
      end: () => {
        finish()
        showTime(parts, length, length)
      },
      fail: () => {
        if (!hasFailed) return
        hasFailed = false
        const next = url && getDeviceVoices().length > 0 ? 'voices' : 'none'
        setSound(next)
        if (next === 'voices') playFrom(position)
        else showTranscript()
      },
      refuse: () => setStage('paused'),
    }
    voice = url ? createRecordedVoice(url, lines, events) : createSpokenVoice(lines, events)
    setStage('playing')
    voice.play(seconds)
    clearInterval(updateTimer)
    updateTimer = setInterval(updateProgress, UPDATE_INTERVAL_MS)
    updateProgress()
  }

  return {
    press() {
      if (getSound() === 'none') return showTranscript()
      if (getStage() === 'playing') return pause()
      playFrom(getStage() === 'paused' ? position : 0)
    },
    seek(seconds) {
      if (getSound() === 'none') return showTranscript()
      if (getStage() === 'playing') return playFrom(seconds)
      stop()
      position = seconds
      showLinesUpTo(lines.findLastIndex(({ starts }) => starts <= seconds))
      updateProgress()
      setStage('paused')
    },
    pauseIfPlaying() {
      if (getStage() === 'playing') pause()
    },
  }
}

const getCallName = (event: Event) => findClosest(event, `[${CALL_ATTRIBUTE}]`)?.getAttribute(CALL_ATTRIBUTE)

function detectSound(isLastTry: boolean): void {
  const hasVoices = getDeviceVoices().length > 0
  if (!hasVoices && !isLastTry) return
  const detectedSound: CallSound = hasVoices ? 'voices' : 'none'
  const fixedSounds: CallSound[] = ['recording', 'words']
  const fixedSelector = fixedSounds.map((sound) => `[${CALL_SOUND_ATTRIBUTE}="${sound}"]`).join()
  for (const call of document.querySelectorAll(`[${CALL_ATTRIBUTE}]:not(${fixedSelector})`))
    call.setAttribute(CALL_SOUND_ATTRIBUTE, detectedSound)
}

/** Starts the call players. Audio loads only after a click; without this script, a call is plain text. */
export function startCallPlayers(): void {
  const players = new Map<string, { player: Player; part: Element | undefined }>()
  const getPlayer = (name: string): Player => {
    const cachedPlayer = players.get(name)
    // A preview render may have replaced the elements.
    if (cachedPlayer?.part?.isConnected) return cachedPlayer.player
    const player = createPlayer(name)
    players.set(name, { player, part: findParts(name)[0] })
    return player
  }
  /** Pauses all other calls, so that only one call plays at a time. */
  const pauseOtherPlayers = (playing?: Player) => {
    for (const { player } of players.values()) if (player !== playing) player.pauseIfPlaying()
  }
  const pressButton = (button: Element) => {
    const name = button.closest(`[${CALL_ATTRIBUTE}]`)?.getAttribute(CALL_ATTRIBUTE)
    if (!name) return
    const player = getPlayer(name)
    pauseOtherPlayers(player)
    player.press()
  }

  listen('click', (event) => {
    const button = findClosest(event, `[${CALL_PLAY_ATTRIBUTE}]`)
    if (button) pressButton(button)
  })
  listen('input', (event) => {
    const slider = findClosest<HTMLInputElement>(event, `[${CALL_POSITION_ATTRIBUTE}]`)
    const name = getCallName(event)
    if (slider && name) getPlayer(name).seek(Number(slider.value))
  })
  listen('change', (event) => {
    if (findClosest(event, `[${CALL_TAB_ATTRIBUTE}]`)) pauseOtherPlayers()
  })
  addEventListener('pagehide', () => pauseOtherPlayers())
  globalThis.speechSynthesis?.addEventListener('voiceschanged', () => detectSound(true))
  setTimeout(() => detectSound(true), VOICES_TIMEOUT_MS)
  detectSound(false)
  root.setAttribute(CALLS_READY_ATTRIBUTE, '')
  const pressedButtons = [...document.querySelectorAll(`[${CALL_PRESSED_ATTRIBUTE}]`)]
  for (const button of pressedButtons) button.removeAttribute(CALL_PRESSED_ATTRIBUTE)
  const last = pressedButtons.at(-1)
  if (last) pressButton(last)
}
