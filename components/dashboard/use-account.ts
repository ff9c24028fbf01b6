'use client'

import { use } from 'react'
import { type Account, AccountContext, type Sending } from './account-context.ts'

/** @throws outside of the provider */
function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('AccountContext is missing above this component')
  return account
}

/* The provider is the same one for as long as a page is open, so these are the same hooks in every rendering. */
/* oxlint-disable react/hooks, react/rules-of-hooks */

export const useViewer: Account['useViewer'] = () => useAccount().useViewer()

export const useMembers: Account['useMembers'] = () => useAccount().useMembers()

/** With what tells whether somebody thought better of it. */
export function useReverified<Input extends unknown[], Answer>(send: Sending<Input, Answer>) {
  const { useReverified: useOwn, isCancelled } = useAccount()
  return { send: useOwn(send), isCancelled }
}
