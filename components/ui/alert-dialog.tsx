'use client'

import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { backdropClass, DialogActions, dialogClass } from './dialog.tsx'

type AlertDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  children?: ReactNode
  /** Moves the initial focus to Cancel and colors the confirm button as dangerous. */
  isDestructive?: boolean
  confirm: string
  cancel: string
  onConfirm: () => void
}

export function AlertDialog(props: AlertDialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    description,
    children,
    confirm,
    cancel,
    onConfirm,
    isDestructive = false,
  } = props
  const cancelRef = useRef<HTMLButtonElement>(null)
  const handleConfirm = () => {
    onOpenChange(false)
    onConfirm()
  }
  return (
    <BaseAlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={backdropClass} />
        <BaseAlertDialog.Popup
          data-slot="dialog"
          className={dialogClass}
          {...(isDestructive && { initialFocus: cancelRef })}
        >
          <BaseAlertDialog.Title className="text-xl leading-tight">{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description className="mt-3 text-muted-foreground">
            {description}
          </BaseAlertDialog.Description>
          {children && <div className="mt-5">{children}</div>}
          <DialogActions>
            <Button variant={isDestructive ? 'danger-solid' : 'solid'} onClick={handleConfirm}>
              {confirm}
            </Button>
            <BaseAlertDialog.Close ref={cancelRef} render={<Button variant="quiet" />}>
              {cancel}
            </BaseAlertDialog.Close>
          </DialogActions>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
