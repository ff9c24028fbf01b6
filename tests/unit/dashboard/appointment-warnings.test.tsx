// @vitest-environment jsdom
import { type ReactNode, useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pressButton, createTestRenderer, settle } from './test-screen.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))

const { useVisitWarnings } = await import('../../../components/dashboard/appointments/visit-fields.tsx')

const VISIT_CHECK = { window: { day: '2020-03-08', from: '15:00', to: '17:00' }, technician: 'Sam' }
const WARNINGS = ['That is Sunday, March 8, 2020, 6 years ago.', 'You are closed on Sundays.']

const render = createTestRenderer()
let isSure: ReturnType<typeof useVisitWarnings>['isSure']
let respond: () => Promise<Response>
let requests: unknown[]

function ConfirmProbe(): ReactNode {
  const warnings = useVisitWarnings()
  useEffect(() => {
    isSure = warnings.isSure
  })
  return warnings.question
}

async function submitCheck() {
  const outcome: { confirmed?: boolean } = {}
  await settle(() => {
    void isSure(VISIT_CHECK).then((confirmed) => (outcome.confirmed = confirmed))
  })
  return outcome
}

const findDialog = () => document.querySelector('[role=alertdialog]')

beforeEach(async () => {
  requests = []
  respond = async () => Response.json({ doubts: WARNINGS })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    requests.push([address, JSON.parse(body)])
    return respond()
  })
  await render(<ConfirmProbe />)
})

describe('visit check', () => {
  it('allows saving immediately if there are no warnings', async () => {
    respond = async () => Response.json({ doubts: [] })
    expect(await submitCheck()).toEqual({ confirmed: true })
    expect(findDialog()).toBeNull()
    // The request body contains the data, because servers log URLs.
    expect(requests).toEqual([['/api/dashboard/appointments/check', VISIT_CHECK]])
  })

  it("shows the server's warnings and saves on confirmation", async () => {
    const outcome = await submitCheck()
    expect(outcome).toEqual({})
    expect(findDialog()?.textContent).toContain(WARNINGS.join(' '))
    await pressButton('Save anyway')
    expect(outcome).toEqual({ confirmed: true })
  })

  it('cancels on Go back and warns again next time', async () => {
    const first = await submitCheck()
    await pressButton('Go back')
    expect(first).toEqual({ confirmed: false })
    const second = await submitCheck()
    expect(second).toEqual({})
    await pressButton('Save anyway')
    expect(second).toEqual({ confirmed: true })
  })

  it('allows only one save on a double click', async () => {
    const first = await submitCheck()
    expect(await submitCheck()).toEqual({ confirmed: false })
    await pressButton('Save anyway')
    expect(first).toEqual({ confirmed: true })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['missing', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error', async () => Response.json({ error: 'The database is unavailable.' }, { status: 503 })],
    ['not JSON', async () => new Response('<html>')],
  ])('allows saving if the response is %s, because saving reports the error', async (_what, failing) => {
    respond = failing
    expect(await submitCheck()).toEqual({ confirmed: true })
  })
})
