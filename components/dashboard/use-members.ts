'use client'

export type { Member } from './account-context.ts'
export { useMembers } from './use-account.ts'
