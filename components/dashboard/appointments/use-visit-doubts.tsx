'use client'

import { type ReactNode, useRef, useState } from 'react'
import { type VisitCheck, visitDoubts } from '@/lib/appointments/doubts.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'

type Asked = { doubts: string[]; answer: (isSure: boolean) => void }

async function readDoubts(check: VisitCheck): Promise<string[]> {
  // Without an answer nothing is asked: to save it fails as well then, and says so.
  const read = await sendChange('appointments/check', 'POST', check).catch(() => undefined)
  return visitDoubts.safeParse(read).data?.doubts ?? []
}

/**
 * Asks back before a visit is saved that lies in the past, outside of the opening hours, or where its technician is already
 * somewhere else.
 * @returns `isSure`, which answers whether it is to be saved, and the question, which is to be rendered
 */
export function useVisitDoubts(): { isSure: (check: VisitCheck) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setIsOpen] = useState(false)
  const isAsking = useRef(false)
  const isSure = async (check: VisitCheck) => {
    // A second press while the first one is being asked about.
    if (isAsking.current) return false
    isAsking.current = true
    const doubts = await readDoubts(check)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    if (doubts.length === 0) resolve(true)
    else {
      setAsked({ doubts, answer: resolve })
      setIsOpen(true)
    }
    const answer = await promise
    isAsking.current = false
    return answer
  }
  const question = asked && (
    <AlertDialog
      isOpen={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        // Whoever confirms closes it first: their answer comes before this one.
        if (!open) queueMicrotask(() => asked.answer(false))
      }}
      title="Save it all the same?"
      description={asked.doubts.join(' ')}
      confirm="Save it"
      cancel="Go back"
      onConfirm={() => asked.answer(true)}
    />
  )
  return { isSure, question }
}
