'use client'

import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { backdropClass, DialogActions, dialogClass } from './dialog.tsx'

type AlertDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** A question. */
  title: string
  /** What happens, and whether it can be undone. */
  description: ReactNode
  children?: ReactNode
  /** Whether it takes something away for good: then the other button has the focus, and this one the colour of what is urgent. */
  isDestructive?: boolean
  /** On the buttons: what is done, and what otherwise. */
  confirm: string
  cancel: string
  /** The dialog has closed by then. */
  onConfirm: () => void
}

/** Asks before something that cannot be undone, or that other people notice. */
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
  const other = useRef<HTMLButtonElement>(null)
  const confirmed = () => {
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
          {...(isDestructive && { initialFocus: other })}
        >
          <BaseAlertDialog.Title className="text-xl leading-tight">{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description className="mt-3 text-muted-foreground">
            {description}
          </BaseAlertDialog.Description>
          {children && <div className="mt-5">{children}</div>}
          <DialogActions>
            <Button variant={isDestructive ? 'danger-solid' : 'solid'} onClick={confirmed}>
              {confirm}
            </Button>
            <BaseAlertDialog.Close ref={other} render={<Button variant="quiet" />}>
              {cancel}
            </BaseAlertDialog.Close>
          </DialogActions>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
