import { type ComponentProps, useState } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'

type Question = Omit<ComponentProps<typeof AlertDialog>, 'isOpen' | 'onOpenChange' | 'onConfirm'>

const NO_QUESTION: Question = { title: '', description: '', confirm: '', cancel: '' }

/** @returns `ask`, which resolves to whether it was confirmed, and the dialog to render */
export function useQuestion() {
  const [asked, setAsked] = useState<{ question: Question; answer: (isConfirmed: boolean) => void }>()
  const [isOpen, setIsOpen] = useState(false)
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked({ question, answer: resolve })
      setIsOpen(true)
    })
  const dialog = (
    <AlertDialog
      {...(asked?.question ?? NO_QUESTION)}
      isOpen={isOpen}
      onOpenChange={(opens) => {
        setIsOpen(opens)
        // Confirming closes the dialog first and resolves after that.
        if (!opens) queueMicrotask(() => asked?.answer(false))
      }}
      onConfirm={() => asked?.answer(true)}
    />
  )
  return { ask, dialog }
}
