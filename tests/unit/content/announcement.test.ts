import { describe, expect, it } from 'vitest'
import { nextAnnouncementChange, runningAnnouncement } from '../../../sanity/queries/announcement.ts'

const at = (time: string) => Date.parse(`2026-10-${time}:00Z`)
const announcement = (text: string, start: string | null, end: string | null) => ({
  _id: text,
  text,
  start: start && `2026-10-${start}:00Z`,
  end: end && `2026-10-${end}:00Z`,
  link: null,
})

/** In query order: latest start first. */
const announcements = [
  announcement('holiday', '24T08:00', '26T08:00'),
  announcement('frost', '20T08:00', null),
  announcement('heat', '01T08:00', '31T08:00'),
  announcement('always', null, null),
]

describe('current announcement', () => {
  it.each([
    ['01T07:59', 'always'],
    ['01T08:00', 'heat'],
    ['20T08:00', 'frost'],
    ['24T08:00', 'holiday'],
    ['25T23:59', 'holiday'],
    ['26T08:00', 'frost'],
  ])('at %s is "%s"', (time, text) => expect(runningAnnouncement(announcements, at(time))?.text).toBe(text))

  it('is null before the first and after the last one', () => {
    const only = [announcement('heat', '02T08:00', '03T08:00')]
    expect(runningAnnouncement(only, at('02T07:59'))).toBeNull()
    expect(runningAnnouncement(only, at('03T08:00'))).toBeNull()
    expect(runningAnnouncement([], at('03T08:00'))).toBeNull()
  })
})

describe('next announcement change', () => {
  it.each([
    ['01T07:00', '01T08:00'],
    ['01T08:00', '20T08:00'],
    ['24T09:00', '26T08:00'],
    ['26T08:00', '31T08:00'],
  ])('after %s is at %s', (now, next) => expect(nextAnnouncementChange(announcements, at(now))).toBe(at(next)))

  it('is undefined after the last start and end', () => {
    expect(nextAnnouncementChange(announcements, at('31T08:00'))).toBeUndefined()
    expect(nextAnnouncementChange([], at('31T08:00'))).toBeUndefined()
  })
})
