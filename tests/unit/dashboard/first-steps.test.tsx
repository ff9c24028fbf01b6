// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { LineRecord } from '../../../lib/lines/line.ts'
import { makeQueryClient } from '../../../lib/query/client.ts'
import type { Today } from '../../../lib/today/today.ts'
import type { TrialRecord } from '../../../lib/trials/trial.ts'
import { renderingInTests } from './rendered.tsx'

/** What an owner sees until the first real call: what is done, what is missing, and who does what by when. */

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }))
vi.mock('@clerk/nextjs', () => ({ useReverification: (operation: unknown) => operation }))
vi.mock('@clerk/nextjs/errors', () => ({ isReverificationCancelledError: () => false }))

const { ToastProvider } = await import('../../../components/ui/toast.tsx')
const { Steps } = await import('../../../components/dashboard/today/steps.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const NOW = '2026-03-06T15:00:00.000Z'

const TODAY: Today = {
  timeZone: 'America/Chicago',
  now: NOW,
  night: { from: NOW, to: NOW, closedOn: '2026-03-05', answered: 0, booked: 0, missed: 0 },
  waiting: [],
  waitingCount: 0,
  done: [],
  calls: [],
  steps: {
    hoursAndArea: false,
    instructions: false,
    testCall: false,
    onCall: false,
    forwarded: false,
    firstCall: false,
  },
  line: null,
  trial: null,
  forwardingNumber: null,
}

const LINE: LineRecord = {
  state: 'asked',
  companyPhone: '+12125550142',
  note: null,
  askedAt: NOW,
  startedAt: null,
  liveAt: null,
  version: 1,
}

const TRIAL: TrialRecord = { plan: 'night_line', chosenAt: NOW, startedAt: null, endsAt: null }

const render = renderingInTests()

/** What a step says, and at its end its state. */
function wordsOf(item: Element): [title: string, words: string] {
  const title = item.querySelector('h3')
  const state = title?.nextElementSibling?.textContent ?? ''
  const words = item.querySelector(':scope > div:last-child')?.textContent ?? ''
  return [title?.textContent ?? '', words + state]
}

async function show(today: Partial<Today>, { mayManage = true, hasPlan = false } = {}) {
  await render(
    <QueryClientProvider client={makeQueryClient()}>
      <ToastProvider>
        <Steps reader={READER} today={{ ...TODAY, ...today }} mayManage={mayManage} hasPlan={hasPlan} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return Object.fromEntries([...document.querySelectorAll('ol > li')].map((item) => wordsOf(item)))
}

describe('the steps to the first call', () => {
  it('are each to do, optional, or ours and later', async () => {
    const steps = await show({})
    expect(Object.keys(steps)).toEqual([
      'Hours and service area',
      'What it says and asks',
      'Try it',
      'Whom to wake',
      'A plan to try',
      'Ask for the line',
      'Forward your number',
      'The first real call',
    ])
    expect(steps['What it says and asks']).toMatch(/The usual holds until you change it\.Optional$/)
    for (const title of ['Hours and service area', 'Try it', 'Whom to wake', 'A plan to try', 'Ask for the line']) {
      expect(steps[title]).toMatch(/To do$/)
    }
    for (const title of ['Forward your number', 'The first real call']) {
      expect(steps[title]).toMatch(/When the line is live$/)
    }
    expect(steps['A plan to try']).toContain('The two weeks begin when your line is live, cost nothing')
  })

  it('lead to where each is done', async () => {
    await show({ forwardingNumber: '+13125550100' })
    const links = [...document.querySelectorAll('h3 a')].map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Hours and service area', '/dashboard/settings/business'],
      ['What it says and asks', '/dashboard/settings/assistant'],
      ['Try it', '/dashboard/try-it'],
      ['Whom to wake', '/dashboard/settings/on-call'],
      ['A plan to try', '/dashboard/settings/plan'],
      ['Forward your number', '/dashboard/settings/business'],
    ])
  })

  it('say of the line what we do, and by when', async () => {
    const asked = await show({ line: LINE })
    expect(asked['The line']).toContain('Asked on Fri, Mar 6. We set it up by Mon, Mar 9, within one business day')
    expect(asked['The line']).toContain('Change the request')
    const begun = await show({ line: { ...LINE, state: 'in-progress' } })
    expect(begun['The line']).toMatch(/We are setting it up now, and have it ready by Mon, Mar 9.*Being set up$/)
    expect(begun['The line']).not.toContain('Change the request')
    const live = await show({ line: { ...LINE, state: 'live' }, forwardingNumber: '+13125550100' })
    expect(live['The line']).toMatch(/Your line is live: forward your number\.Done$/)
    expect(live['Forward your number']).toMatch(/Forward unanswered calls to \(312\) 555-0100\..*To do$/)
    expect(live['The first real call']).toMatch(/To do$/)
  })

  it('are done once they are, and a trial that is over is to be followed by a plan', async () => {
    const done = { hoursAndArea: true, instructions: true, testCall: true, onCall: true, forwarded: true }
    const steps = await show({ steps: { ...TODAY.steps, ...done }, trial: TRIAL })
    const titles = ['Hours and service area', 'What it says and asks', 'Try it', 'Whom to wake', 'A plan to try']
    for (const title of titles) expect(steps[title]).toMatch(/Done$/)
    expect(steps['A plan to try']).toContain('You try Night line.')
    const over = await show({ trial: { ...TRIAL, startedAt: NOW, endsAt: NOW } })
    expect(over['A plan to try']).toMatch(/It is over\.To do$/)
    const agreed = await show({}, { hasPlan: true })
    expect(agreed['A plan']).toMatch(/Done$/)
  })

  it('can be done by an admin where this person may not, who sees the same state', async () => {
    const steps = await show({}, { mayManage: false })
    for (const title of ['A plan to try', 'Ask for the line']) {
      expect(steps[title]).toContain('An admin of your company does this')
    }
    expect(document.querySelectorAll('form, button')).toHaveLength(0)
    const asked = await show({ line: LINE, trial: TRIAL }, { mayManage: false })
    expect(asked['The line']).toContain('We set it up by Mon, Mar 9')
    expect(asked['A plan to try']).toContain('You try Night line.')
    expect(document.querySelectorAll('form, button')).toHaveLength(0)
  })
})
