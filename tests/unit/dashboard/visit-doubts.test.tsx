// @vitest-environment jsdom
import { type ReactNode, useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { press, renderingInTests, settled } from './rendered.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))

const { useVisitDoubts } = await import('../../../components/dashboard/appointments/visit-fields.tsx')

const CHECK = { window: { day: '2020-03-08', from: '15:00', to: '17:00' }, technician: 'Sam' }
const DOUBTS = ['That is Sunday, March 8, 2020, 6 years ago.', 'You are closed on Sundays.']

const render = renderingInTests()
let isSure: ReturnType<typeof useVisitDoubts>['isSure']
let answer: () => Promise<Response>
let asked: unknown[]

function Asking(): ReactNode {
  const doubts = useVisitDoubts()
  useEffect(() => {
    isSure = doubts.isSure
  })
  return doubts.question
}

async function ask() {
  const outcome: { is?: boolean } = {}
  await settled(() => {
    void isSure(CHECK).then((is) => (outcome.is = is))
  })
  return outcome
}

const question = () => document.querySelector('[role=alertdialog]')

beforeEach(async () => {
  asked = []
  answer = async () => Response.json({ doubts: DOUBTS })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    asked.push([address, JSON.parse(body)])
    return answer()
  })
  await render(<Asking />)
})

describe('visit check', () => {
  it('allows saving at once if there are no warnings', async () => {
    answer = async () => Response.json({ doubts: [] })
    expect(await ask()).toEqual({ is: true })
    expect(question()).toBeNull()
    // The request body contains the data, because servers log URLs.
    expect(asked).toEqual([['/api/dashboard/appointments/check', CHECK]])
  })

  it("shows the server's warnings and saves on confirmation", async () => {
    const outcome = await ask()
    expect(outcome).toEqual({})
    expect(question()?.textContent).toContain(DOUBTS.join(' '))
    await press('Save anyway')
    expect(outcome).toEqual({ is: true })
  })

  it('cancels on Go back and asks again next time', async () => {
    const first = await ask()
    await press('Go back')
    expect(first).toEqual({ is: false })
    const second = await ask()
    expect(second).toEqual({})
    await press('Save anyway')
    expect(second).toEqual({ is: true })
  })

  it('allows only one save on a double click', async () => {
    const first = await ask()
    expect(await ask()).toEqual({ is: false })
    await press('Save anyway')
    expect(first).toEqual({ is: true })
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['missing', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error', async () => Response.json({ error: 'The database is unavailable.' }, { status: 503 })],
    ['not JSON', async () => new Response('<html>')],
  ])('allows saving if the response is %s, because saving reports the error', async (_what, failing) => {
    answer = failing
    expect(await ask()).toEqual({ is: true })
  })
})
