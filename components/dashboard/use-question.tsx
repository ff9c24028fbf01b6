import { type ComponentProps, useState } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'

type Question = Omit<ComponentProps<typeof AlertDialog>, 'isOpen' | 'onOpenChange' | 'onConfirm'>

const NO_QUESTION: Question = { title: '', description: '', confirm: '', cancel: '' }

/**
 * Manages a confirmation dialog.
 * @returns the dialog to render, and `ask`, which resolves to whether the user confirmed
 */
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
        // The microtask runs after `onConfirm`, because confirming closes the dialog first and resolves the promise
        // afterwards.
        if (!opens) queueMicrotask(() => asked?.answer(false))
      }}
      onConfirm={() => asked?.answer(true)}
    />
  )
  return { ask, dialog }
}
