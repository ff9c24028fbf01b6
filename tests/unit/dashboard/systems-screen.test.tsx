// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { IntegrationRecord } from '../../../lib/integrations/record.ts'
import { makeQueryClient } from '../../../lib/query/client.ts'
import { renderingInTests } from './rendered.tsx'

/** Systems that are local, or not offered yet, as an owner sees them. */

vi.mock('@clerk/nextjs', () => ({ useReverification: (operation: unknown) => operation }))
vi.mock('@clerk/nextjs/errors', () => ({ isReverificationCancelledError: () => false }))

const { ToastProvider } = await import('../../../components/ui/toast.tsx')
const { AvailableSystem } = await import('../../../components/dashboard/integrations/available-system.tsx')
const { ConnectDialog } = await import('../../../components/dashboard/integrations/connect-dialog.tsx')
const { EndThereNotice } = await import('../../../components/dashboard/integrations/notices.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const LOCAL = 'http://127.0.0.1:3810/servicetitan'

const render = renderingInTests()

/** The page with something on it. */
async function show(screen: ReactElement): Promise<string> {
  await render(
    <QueryClientProvider client={makeQueryClient()}>
      <ToastProvider>{screen}</ToastProvider>
    </QueryClientProvider>,
  )
  return document.body.textContent ?? ''
}

const system = (integration: Partial<IntegrationRecord>, mayManage = true) => (
  <ul>
    <AvailableSystem
      integration={{
        provider: 'servicetitan',
        isOffered: true,
        wantedAt: null,
        localPage: null,
        refused: null,
        refusedWriting: null,
        connection: null,
        ...integration,
      }}
      mayManage={mayManage}
      timeZone="America/New_York"
      reader={READER}
      onConnect={() => undefined}
    />
  </ul>
)

const addresses = () => [...document.querySelectorAll('a')].map(({ href }) => href)

describe('a system that is not connected', () => {
  it('can be connected, and is marked where a server on this machine stands in for it', async () => {
    const real = await show(system({}))
    expect(real).toContain('Connect ServiceTitan')
    expect(real).not.toMatch(/Local|Not offered|Ask for it/)
    expect(await show(system({ localPage: LOCAL }))).toContain('ServiceTitanLocal')
  })

  it('can be asked for where it is not offered, once, by who may connect it', async () => {
    const shown = await show(system({ isOffered: false }))
    expect(shown).toContain('Not offered yet')
    expect(shown).toContain('Ask for it ServiceTitan')
    expect(shown).not.toContain('Connect')
    expect(await show(system({ isOffered: false }, false))).not.toContain('Ask for it')
    // Half past one in the night of the 26th in UTC.
    const asked = await show(system({ isOffered: false, wantedAt: '2026-11-26T01:30:00.000Z' }))
    expect(asked).toContain('Asked on Nov 25')
    expect(asked).not.toContain('Ask for it')
  })
})

describe('connecting by a key', () => {
  const dialog = (localPage: string | null) => (
    <ConnectDialog name="servicetitan" localPage={localPage} reader={READER} isOpen onOpenChange={() => undefined} />
  )

  it('says where the key of a local system stands', async () => {
    expect(await show(dialog(LOCAL))).toContain('This is not the real ServiceTitan.')
    expect(addresses()).toContain(LOCAL)
  })

  it('says nothing of it for the real one', async () => {
    expect(await show(dialog(null))).not.toContain('not the real')
  })
})

describe('the place to end a permission', () => {
  it.each([
    ['the provider’s', null, 'https://go.servicetitan.com/'],
    ['the local system’s', LOCAL, LOCAL],
  ])('is %s own page', async (_, localPage, address) => {
    await show(
      <EndThereNotice provider="servicetitan" localPage={localPage} there="no-endpoint" onClose={() => undefined} />,
    )
    expect(addresses()).toEqual([address])
  })
})
