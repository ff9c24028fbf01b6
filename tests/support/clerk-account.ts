import { createContext } from 'react'
import { vi } from 'vitest'

/*
 * Components of the dashboard that a unit test renders have Clerk's account, as below the dashboard's provider: tests mock
 * Clerk's hooks.
 */
vi.mock('../../components/dashboard/account-context.ts', async () => {
  const { CLERK_ACCOUNT } = await import('../../components/dashboard/clerk-account.ts')
  return { AccountContext: createContext(CLERK_ACCOUNT) }
})
