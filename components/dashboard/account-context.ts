'use client'

import { createContext } from 'react'

export type Member = { id: string; name: string }

/** Everybody in the organization. `nameOf` is undefined for who is not among those whose names have come. */
export type Members = {
  members: Member[]
  nameOf: (id: string) => string | undefined
  ownId: string | undefined
  isComplete: boolean
  hasFailed: boolean
}

export type Sending<Input extends unknown[], Answer> = (...input: Input) => Promise<Answer>

/** What the dashboard asks of whoever runs the accounts: hooks, the same ones for as long as a page is open. */
export type Account = {
  /** Who looks, and for which organization; undefined until it is known. */
  useViewer: () => { userId: string | undefined; organization: { id: string; name: string } | undefined }
  useMembers: () => Members
  /** What is sent again once somebody has confirmed who they are, where the answer asks for that. */
  useReverified: <Input extends unknown[], Answer>(send: Sending<Input, Answer>) => Sending<Input, Answer>
  /** Whether somebody thought better of confirming who they are. */
  isCancelled: (error: unknown) => boolean
}

/** In the dashboard Clerk (`clerk-account.ts`), in the sample dashboard nobody. */
export const AccountContext = createContext<Account | undefined>(undefined)
