import { createContext } from 'react'

export type Member = { id: string; name: string }

/** `nameOf` returns undefined until names are loaded and for unknown users. */
export type Members = {
  members: Member[]
  nameOf: (id: string) => string | undefined
  ownId: string | undefined
  isComplete: boolean
  hasFailed: boolean
}

export type Sending<Input extends unknown[], Answer> = (...input: Input) => Promise<Answer>

/** Account hooks. They stay the same functions while a page is open. */
export type Account = {
  useViewer: () => { userId: string | undefined; organization: { id: string; name: string } | undefined }
  useMembers: () => Members
  useReverified: <Input extends unknown[], Answer>(send: Sending<Input, Answer>) => Sending<Input, Answer>
  isCancelled: (error: unknown) => boolean
}

/** Clerk in the dashboard (`clerk-account.ts`); a stub in the sample dashboard. */
export const AccountContext = createContext<Account | undefined>(undefined)
