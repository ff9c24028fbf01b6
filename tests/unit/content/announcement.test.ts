import { describe, expect, it } from 'vitest'
import { findNextAnnouncementChange, findRunningAnnouncement } from '../../../sanity/queries/announcement.ts'

const toTime = (time: string) => Date.parse(`2026-10-${time}:00Z`)
const buildAnnouncement = (text: string, start: string | null, end: string | null) => ({
  _id: text,
  text,
  start: start && `2026-10-${start}:00Z`,
  end: end && `2026-10-${end}:00Z`,
  link: null,
})

/** In query order: latest start first. */
const announcements = [
  buildAnnouncement('holiday', '24T08:00', '26T08:00'),
  buildAnnouncement('frost', '20T08:00', null),
  buildAnnouncement('heat', '01T08:00', '31T08:00'),
  buildAnnouncement('always', null, null),
]

describe('current announcement', () => {
  it.each([
    ['01T07:59', 'always'],
    ['01T08:00', 'heat'],
    ['20T08:00', 'frost'],
    ['24T08:00', 'holiday'],
    ['25T23:59', 'holiday'],
    ['26T08:00', 'frost'],
  ])('at %s is "%s"', (time, text) => expect(findRunningAnnouncement(announcements, toTime(time))?.text).toBe(text))

  it('is null before the first and after the last one', () => {
    const only = [buildAnnouncement('heat', '02T08:00', '03T08:00')]
    expect(findRunningAnnouncement(only, toTime('02T07:59'))).toBeNull()
    expect(findRunningAnnouncement(only, toTime('03T08:00'))).toBeNull()
    expect(findRunningAnnouncement([], toTime('03T08:00'))).toBeNull()
  })
})

describe('next announcement change', () => {
  it.each([
    ['01T07:00', '01T08:00'],
    ['01T08:00', '20T08:00'],
    ['24T09:00', '26T08:00'],
    ['26T08:00', '31T08:00'],
  ])('after %s is at %s', (now, next) =>
    expect(findNextAnnouncementChange(announcements, toTime(now))).toBe(toTime(next)),
  )

  it('is undefined after the last start and end', () => {
    expect(findNextAnnouncementChange(announcements, toTime('31T08:00'))).toBeUndefined()
    expect(findNextAnnouncementChange([], toTime('31T08:00'))).toBeUndefined()
  })
})
