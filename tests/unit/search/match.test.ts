import { describe, expect, it } from 'vitest'
import { rankMatches, splitMatches } from '../../../lib/dashboard/search/match.ts'
import { listActions, listScreens } from '../../../components/dashboard/palette/commands.ts'
import { type AreaName, AREAS, PERMISSION_NAMES } from '../../../lib/platform/auth/access-table.ts'

const ALL_AREAS = Object.keys(AREAS) as AreaName[]
const SCREENS = listScreens(ALL_AREAS)
const ACTIONS = listActions(ALL_AREAS, PERMISSION_NAMES)
const findLabels = (items: { label: string }[], search: string) => rankMatches(items, search).map(({ label }) => label)

describe('ranking of screens and actions', () => {
  it.each([
    ['calls', 'Calls'],
    ['cal', 'Calls'],
    ['hours', 'Hours & area'],
    ['HÓURS', 'Hours & area'],
    ['zip', 'Hours & area'],
    ['billing', 'Plan & features'],
    ['api', 'API keys'],
    ['emergency', 'On call'],
    ['csv', 'Import'],
    ['audit log', 'Audit log'],
    ['password', 'Security & profile'],
  ])('lists the best screen first for %s', (search, label) => {
    expect(findLabels(SCREENS, search)[0]).toBe(label)
  })

  it.each([
    ['lead', 'New lead'],
    ['create lead', 'New lead'],
    ['book', 'New visit'],
    ['log out', 'Sign out'],
    ['dark', 'Use dark theme'],
    ['token', 'Create API key'],
    ['upload', 'Import leads'],
    ['invite', 'Invite a teammate'],
  ])('lists the best action first for %s', (search, label) => {
    expect(findLabels(ACTIONS, search)[0]).toBe(label)
  })

  it('ranks labels before synonyms and summaries, and keeps the order of equal items', () => {
    const items = [
      { label: 'Exports', summary: 'All leads' },
      { label: 'Pipeline', synonyms: 'leads' },
      { label: 'My leads' },
      { label: 'Leads B' },
      { label: 'Leads A' },
    ]
    expect(findLabels(items, 'leads')).toEqual(['Leads B', 'Leads A', 'My leads', 'Pipeline', 'Exports'])
  })

  it('matches each word of the search, and only starts of words', () => {
    expect(findLabels(SCREENS, 'area service')).toEqual(['Hours & area'])
    expect(findLabels(SCREENS, 'ours')).toEqual([])
    expect(findLabels(SCREENS, 'calls nonsense')).toEqual([])
    expect(findLabels(SCREENS, '---')).toEqual([])
    expect(findLabels(SCREENS, ' ')).toHaveLength(SCREENS.length)
  })

  it('lists only screens and actions that the user may use', () => {
    expect(SCREENS.map(({ label }) => label)).not.toContain('Your company')
    const labels = listActions(['today', 'leads', 'tryIt'], ['org:leads:read']).map(({ label }) => label)
    expect(labels).toEqual(['Try the assistant', 'Use light theme', 'Use dark theme', 'Use system theme', 'Sign out'])
    expect(listActions(ALL_AREAS, ['org:leads:manage']).map(({ label }) => label)).toContain('New lead')
  })
})

const formatMarks = (text: string, search: string) =>
  splitMatches(text, search)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('highlighted matches', () => {
  it.each([
    ['(312) 555-0142', '555-0142', '(312) [555-0142]'],
    ['(312) 555-0142', '5501', '(312) 5[55-01]42'],
    ['(312) 555-0142', '(312) 555', '([312) 555]-0142'],
    ['+442071838750', '7183', '+4420[7183]8750'],
    ['(312) 555-0142', '14', '(312) 555-0142'],
    ['(312) 555-0142', '999', '(312) 555-0142'],
    ['Call (312) 555-0142', 'call 0142', '[Call] (312) 555-[0142]'],
    ['12 Elm Street, 60614', '60614', '12 Elm Street, [60614]'],
  ])('cover phone numbers in any format: %s by %s', (text, search, expected) => {
    expect(formatMarks(text, search)).toBe(expected)
  })

  it.each([
    ['Inés Núñez', 'nun', 'Inés [Núñ]ez'],
    ['Ine\u0301s', 'inés', '[Inés]'],
    ['Leaking furnace', 'FURN leak', '[Leak]ing [furn]ace'],
    ['Smart', 'art', 'Smart'],
    ['Ada', '', 'Ada'],
    ['', 'ada', ''],
  ])('cover starts of words: %s by %s', (text, search, expected) => {
    expect(formatMarks(text, search)).toBe(expected)
  })
})
