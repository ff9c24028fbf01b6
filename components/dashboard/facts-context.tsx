'use client'

import { createContext, type ReactNode, use } from 'react'
import type { Facts } from '@/lib/auth/facts.ts'

const Context = createContext<Facts>({ state: 'signed-out' })

/** Tells the components below who is signed in, as the server saw it when it made the page. For words, not for the gate. */
export const FactsProvider = ({ facts, children }: { facts: Facts; children: ReactNode }) => (
  <Context value={facts}>{children}</Context>
)

export const useFacts = (): Facts => use(Context)
