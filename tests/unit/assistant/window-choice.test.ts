import { describe, expect, it } from 'vitest'
import { buildSchedule } from '../../support/schedule.ts'
import { findWindowChoice } from '../../../lib/dashboard/assistant/window-choice.ts'

const offeredWindows = [9, 11, 13].map((hour) => ({
  startsAt: new Date(Date.UTC(2026, 2, 3, hour)),
  endsAt: new Date(Date.UTC(2026, 2, 3, hour + 2)),
}))

/** Monday morning. The offered windows are on Tuesday at 9:00, 11:00 and 13:00 UTC. */
const NOW = new Date('2026-03-02T09:00:00Z')

const CONTEXT = { schedule: buildSchedule(), zone: 'UTC', now: NOW }

const chooseFrom = (windows: typeof offeredWindows, ...texts: string[]) =>
  findWindowChoice(
    texts.map((text, line) => ({ line, text, asked: 'window' as const, offered: windows })),
    CONTEXT,
  )

const choosePosition = (text: string) => {
  const window = chooseFrom(offeredWindows, text).choice?.window
  return window && offeredWindows.indexOf(window) + 1
}

describe('window choice', () => {
  it.each([
    ['The first one.', 1],
    ['The first one works.', 1],
    ['first', 1],
    ['First, please.', 1],
    ['1', 1],
    ['One.', 1],
    ['the earliest', 1],
    ['Yes, the first would be great', 1],
    ['The first one. Do I have to be home?', 1],
    ['number two', 2],
    ['Number 2 works for me', 2],
    ['The second, please.', 2],
    ['Let’s do the second', 2],
    ['I’ll take the second window', 2],
    ['I would like option 2', 2],
    ['The first one doesn’t work, the second does', 2],
    ['The third one is fine.', 3],
    ['Can we do the third?', 3],
    ['three', 3],
    ['La primera.', 1],
    ['la segunda, por favor', 2],
    ['Prefiero la tercera', 3],
    ['La opción 2', 2],
    ['Dos, gracias', 2],
    ['Yes', 1],
    ['the 2nd one', 2],
    ['Could I have the first?', 1],
    ['Okay, but call me first', 1],
    ['Perfect', 1],
    ['Any of these works', 1],
    ['That is fine', 1],
    ['Sí, está bien', 1],
    ['Si', 1],
  ])('maps "%s" to window %i', (text, number) => expect(choosePosition(text)).toBe(number))

  it.each([
    'My landlord has to agree first.',
    'First I have to ask my husband',
    'First, I have to ask',
    'I need to check with my wife first',
    'Yes, but I have to ask my landlord first',
    'The first thing is that my landlord has to agree',
    'The first one if my landlord agrees',
    'It is on the second floor',
    'One moment',
    'Is the first one with the fee?',
    'Does the second one cost more?',
    'Yes, if you call first',
    'Two people live here',
    'One second, please.',
    'Give me a second',
    'At 3 pm on some day',
    'Is it 2 hours?',
    'My landlord has to say if any works',
    'I am not sure that it works',
    'That doesn’t work',
    'Not the first',
    'No. Have the owner call me.',
    'For the first time in years',
    'Primero tengo que preguntar',
    'Mi casero tiene que estar de acuerdo primero',
    'Es la primera vez que llamo',
    'Si mi casero quiere',
  ])('finds no choice in "%s"', (text) => expect(choosePosition(text)).toBeUndefined())

  it.each([
    ['Eleven works', 2],
    ['At eleven', 2],
    ['a quarter past nine', 1],
    ['after one', 3],
    ['the later one', 3],
    ['the last one please', 3],
    ['Tuesday at ten', 1],
    ['tomorrow around noon', 2],
    ['before eleven', 1],
    ['mañana a la una', 3],
    ['después de las once', 2],
    ['a las once y media', 2],
    ['la más tarde', 3],
    ['Wednesday at ten', undefined],
    ['none of those', undefined],
    ['after three', undefined],
    ['I cannot do Tuesday', undefined],
  ])('understands the time in "%s"', (text, number) => expect(choosePosition(text)).toBe(number))

  const days = [3, 4, 5].flatMap((day) =>
    [9, 15].map((hour) => ({
      startsAt: new Date(Date.UTC(2026, 2, day, hour)),
      endsAt: new Date(Date.UTC(2026, 2, day, hour + 2)),
    })),
  )

  it.each([
    ['none of those', 5],
    ['after three', 3],
    ['Thursday', 2],
    ['anything later in the afternoon?', 3],
    ['I cannot do Tuesday', 4],
    ['ninguna', 5],
    ['el jueves por la mañana', 1],
  ])('offers other windows after "%s"', (text, count) => {
    const { choice, preferences, isOver } = chooseFrom(days.slice(0, 1), text)
    expect([choice, isOver]).toEqual([undefined, false])
    expect(days.filter((window) => preferences[0]?.(window))).toHaveLength(count)
  })

  it.each([
    ['after four', 3],
    ['Thursday at five', 2],
  ])('falls back to the closest windows if none matches "%s"', (text, nearCount) => {
    const { preferences } = chooseFrom(days.slice(0, 1), text)
    expect(preferences.map((isPreferred) => days.filter(isPreferred).length)).toEqual([0, nearCount, 5])
  })

  it('ends after three offers or if someone else must decide', () => {
    expect(chooseFrom(offeredWindows, 'none of those', 'none of these', 'neither').isOver).toBe(true)
    expect(chooseFrom(offeredWindows, 'My landlord has to agree first.').isOver).toBe(true)
  })

  it('requires an offered window', () => {
    expect(findWindowChoice([{ line: 0, text: 'The first one', asked: 'name' }], CONTEXT).choice).toBeUndefined()
    expect(chooseFrom(offeredWindows.slice(0, 2), 'The third').choice).toBeUndefined()
  })
})
