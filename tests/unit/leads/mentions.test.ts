import { describe, expect, it } from 'vitest'
import { decodeMentions, encodeMentions, listMentions } from '../../../lib/dashboard/leads/mentions.ts'

const MEMBERS = [
  { id: 'user_1', name: 'Sam' },
  { id: 'user_2', name: 'Sam Reyes' },
  { id: 'user_3', name: 'Ana (night) O’Neil' },
  { id: 'user_4', name: 'Sam' },
]

describe('mentions', () => {
  it.each([
    ['Ask @Sam.', 'Ask @[user_1].'],
    ['@Sam Reyes and @Sam', '@[user_2] and @[user_1]'],
    ['@Samuel, @samara', '@Samuel, @samara'],
    ['@Ana (night) O’Neil: please', '@[user_3]: please'],
    ['sam@example.com, @ Sam', 'sam@example.com, @ Sam'],
  ])('replace names with ids: %s', (text, expected) => {
    expect(encodeMentions(text, MEMBERS)).toBe(expected)
  })

  it('stay text without members', () => {
    expect(encodeMentions('@Sam', [])).toBe('@Sam')
  })

  it('show names, and are readable without them', () => {
    const getName = (id: string) => MEMBERS.find((member) => member.id === id)?.name
    expect(decodeMentions('@[user_2], @[user_9], @[former], @[x y]', getName)).toBe(
      '@Sam Reyes, @teammate, @former member, @[x y]',
    )
  })

  it('are listed once each', () => {
    expect(listMentions('@[user_2] @[user_1] @[user_2] @Sam @[]')).toEqual(['user_2', 'user_1'])
  })
})
