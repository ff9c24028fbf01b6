'use client'

import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** A question. */
  title: string
  /** What happens, and whether it can be undone. */
  description: ReactNode
  children?: ReactNode
  /** On the buttons: what is done, and what otherwise. */
  confirm: string
  cancel: string
  /** The dialog has closed by then. */
  onConfirm: () => void
}

/** Asks before something that cannot be undone, or that other people notice. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  confirm,
  cancel,
  onConfirm,
}: ConfirmDialogProps) {
  const confirmed = () => {
    onOpenChange(false)
    onConfirm()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="kit-backdrop" />
        <AlertDialog.Popup className="kit-dialog kit-layer">
          <AlertDialog.Title className="text-xl leading-tight">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-muted-foreground">{description}</AlertDialog.Description>
          {children && <div className="mt-5">{children}</div>}
          <div className="kit-actions">
            <Button onClick={confirmed}>{confirm}</Button>
            <AlertDialog.Close render={<Button variant="quiet" />}>{cancel}</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
