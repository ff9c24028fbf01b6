import {
  CALL,
  CALL_ACTION,
  CALL_POSITION,
  CALL_RECORDING,
  CALL_SECONDS,
  CALL_SOUND,
  CALL_STAGE,
  type CallAction,
  type CallSound,
  type CallStage,
} from '../lib/dom-contract.ts'
import { linesIn, partsOf, showLine, showSaid, showTime, transcriptIn } from './call-parts.ts'
import { holdCalls } from './call-stage.ts'
import { type CallEvents, deviceVoices, recordedVoice, silentVoice, spokenVoice, type Voice } from './call-voices.ts'
import { listen, within } from './dom.ts'

/** Where on the screen a call must have come, in percent from its top, before its lines are shown. */
const SHOWS_FROM = 65

/** Milliseconds between two looks at the clock. */
const CLOCK_EVERY = 250

/** Milliseconds that browsers may take to say which voices they have. */
const VOICES_WITHIN = 1500

type Player = {
  act: (action: CallAction, pressed: Element) => void
  seek: (seconds: number) => void
  show: () => void
  leave: () => void
}

/** A call is said or shown from its beginning to its end; `all` stands for a line behind the last. */
const ALL = Number.POSITIVE_INFINITY

/** What plays one call of a page, wherever the page shows it. */
function playerOf(name: string): Player {
  const parts = partsOf(name)
  const transcript = transcriptIn(parts)
  const lines = linesIn(parts)
  const length = Number(transcript?.getAttribute(CALL_SECONDS))
  /** The transcript alone is shown without a sound; the player stays as it is until it is pressed. */
  const written = parts.filter((part) => part.contains(transcript ?? null))

  let voice: Voice | undefined
  let watch: ReturnType<typeof setInterval> | undefined
  let position = 0

  const stage = () => written[0]?.getAttribute(CALL_STAGE) as CallStage | null
  const setStage = (next: CallStage, where = parts) => {
    for (const part of where) part.setAttribute(CALL_STAGE, next)
  }
  const setSound = (sound: CallSound) => {
    for (const part of parts) part.setAttribute(CALL_SOUND, sound)
  }
  const sound = () => parts[0]?.getAttribute(CALL_SOUND) as CallSound | null

  /** All that the call shows of its lines up to one. */
  const showUpTo = (number: number, where = parts) => {
    showSaid(where, number)
    showLine(where, number)
  }

  const stop = () => {
    clearInterval(watch)
    voice?.stop()
    voice = undefined
  }

  /** All of it is there, and nothing is heard any more. */
  const finish = (where = parts) => {
    stop()
    showSaid(where, ALL)
    setStage('done', where)
  }

  /** Where nothing can be heard, the words are what there is. */
  const read = () => {
    finish()
    transcript?.scrollIntoView({ block: 'center' })
    transcript?.focus({ preventScroll: true })
  }

  const look = () => {
    // A preview that was made anew has taken the call away.
    if (!parts.some(({ isConnected }) => isConnected)) return stop()
    position = voice?.time() ?? position
    showTime(parts, position, length)
  }

  const hear = (seconds: number) => {
    stop()
    const url = sound() === 'recording' && transcript?.getAttribute(CALL_RECORDING)
    let isHeard = true
    const events: CallEvents = {
      line: (number) => showUpTo(number),
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
    }
    voice = url ? recordedVoice(url, lines, events) : spokenVoice(lines, events)
    setStage('playing')
    voice.play(seconds)
    watch = setInterval(look, CLOCK_EVERY)
    look()
  }

  const pause = () => {
    look()
    stop()
    setStage('paused')
  }

  return {
    act(action, pressed) {
      if (action === 'play') {
        if (sound() === 'none') read()
        else if (stage() === 'playing') pause()
        else hear(stage() === 'paused' ? position : 0)
        return
      }
      finish()
      // The pressed button is gone; the other one stays where a keyboard is.
      const play: CallAction = 'play'
      pressed.parentElement?.querySelector<HTMLElement>(`[${CALL_ACTION}="${play}"]`)?.focus({ preventScroll: true })
    },
    seek(seconds) {
      if (sound() === 'none') return read()
      if (stage() === 'playing') return hear(seconds)
      stop()
      position = seconds
      showUpTo(lines.findLastIndex(({ starts }) => starts <= seconds))
      showTime(parts, seconds, length)
      setStage('paused')
    },
    show() {
      if (stage() !== 'waiting') return
      setStage('showing', written)
      voice = silentVoice(lines, length, {
        line: (number) => showUpTo(number, written),
        end: () => finish(written),
        fail: () => finish(written),
      })
      voice.play(0)
    },
    leave() {
      if (stage() === 'playing') pause()
    },
  }
}

/** The call that an event happened to. */
const nameIn = (event: Event) => within(event, `[${CALL}]`)?.getAttribute(CALL)

/** Says on every call without a recording whether this device can read it aloud. */
function findSound(isLastTry: boolean): void {
  const hasVoices = deviceVoices().length > 0
  if (!hasVoices && !isLastTry) return
  const found: CallSound = hasVoices ? 'voices' : 'none'
  const recording: CallSound = 'recording'
  for (const call of document.querySelectorAll(`[${CALL}]:not([${CALL_SOUND}="${recording}"])`))
    call.setAttribute(CALL_SOUND, found)
}

/**
 * Plays the sample calls of the pages that a visitor comes to. Nothing is heard before a press; a transcript that comes into
 * sight shows its lines one by one, without a sound. Without this script, and for visitors who ask for less motion, a call
 * is simply there.
 */
export function playCalls(): void {
  const players = new Map<string, { player: Player; part: Element | undefined }>()
  const playerNamed = (name: string): Player => {
    const known = players.get(name)
    // A preview that was made anew has other elements.
    if (known?.part?.isConnected) return known.player
    const player = playerOf(name)
    players.set(name, { player, part: partsOf(name)[0] })
    return player
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        playerNamed(target.getAttribute(CALL) ?? '').show()
      }
    },
    { rootMargin: `0px 0px -${100 - SHOWS_FROM}%` },
  )
  const waiting: CallStage = 'waiting'
  listen('click', (event) => {
    const button = within(event, `[${CALL_ACTION}]`)
    const name = nameIn(event)
    if (button && name) playerNamed(name).act(button.getAttribute(CALL_ACTION) as CallAction, button)
  })
  listen('input', (event) => {
    const slider = within<HTMLInputElement>(event, `[${CALL_POSITION}]`)
    const name = nameIn(event)
    if (slider && name) playerNamed(name).seek(Number(slider.value))
  })
  // What is heard ends with the page, also where the browser keeps the page to show it again.
  addEventListener('pagehide', () => {
    for (const { player } of players.values()) player.leave()
  })
  globalThis.speechSynthesis?.addEventListener('voiceschanged', () => findSound(true))
  setTimeout(() => findSound(true), VOICES_WITHIN)
  holdCalls()
  for (const call of document.querySelectorAll(`[${CALL_STAGE}="${waiting}"]`)) observer.observe(call)
  findSound(false)
}
