import { createContext } from 'react'

export type Member = { id: string; name: string }

/** Members of the organization. `getName` returns undefined for unknown users and before the names have loaded. */
export type Members = {
  members: Member[]
  getName: (id: string) => string | undefined
  viewerId: string | undefined
  isComplete: boolean
  hasFailed: boolean
}

export type SendFunction<Input extends unknown[], Answer> = (...input: Input) => Promise<Answer>

/** Account hooks. They must not change while a page is open. */
export type Account = {
  useViewer: () => { userId: string | undefined; organization: { id: string; name: string } | undefined }
  useMembers: () => Members
  useReverified: <Input extends unknown[], Answer>(send: SendFunction<Input, Answer>) => SendFunction<Input, Answer>
  isCancelled: (error: unknown) => boolean
}

/** Account hooks of the dashboard (`clerk-account.ts`), or of the sample dashboard, which has no Clerk. */
export const AccountContext = createContext<Account | undefined>(undefined)
