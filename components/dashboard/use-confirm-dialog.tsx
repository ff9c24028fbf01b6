import { type ComponentProps, useState } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'

type ConfirmOptions = Omit<ComponentProps<typeof AlertDialog>, 'isOpen' | 'onOpenChange' | 'onConfirm'>

const EMPTY_OPTIONS: ConfirmOptions = { title: '', description: '', confirm: '', cancel: '' }

/**
 * Manages a confirmation dialog.
 * @returns the dialog to render, and `ask`, which resolves to whether the user confirmed
 */
export function useConfirmDialog() {
  const [pending, setPending] = useState<{ question: ConfirmOptions; resolve: (isConfirmed: boolean) => void }>()
  const [isOpen, setIsOpen] = useState(false)
  const ask = (question: ConfirmOptions) =>
    new Promise<boolean>((resolve) => {
      setPending({ question, resolve })
      setIsOpen(true)
    })
  const dialog = (
    <AlertDialog
      {...(pending?.question ?? EMPTY_OPTIONS)}
      isOpen={isOpen}
      onOpenChange={(nextOpen) => {
        setIsOpen(nextOpen)
        // The microtask runs after `onConfirm`, because confirming closes the dialog first and resolves the promise
        // afterwards.
        if (!nextOpen) queueMicrotask(() => pending?.resolve(false))
      }}
      onConfirm={() => pending?.resolve(true)}
    />
  )
  return { ask, dialog }
}
