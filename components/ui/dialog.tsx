'use client'

import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export const backdropClass =
  'fixed inset-0 z-50 bg-[oklch(0_0_0/0.5)] transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0'

export const dialogClass =
  'dash fixed inset-x-0 bottom-0 z-51 max-h-[calc(100dvh-3rem)] overflow-y-auto overscroll-contain rounded-t-2xl border border-border bg-card px-5 pt-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] transition-[opacity,translate] duration-180 outline-none focus-visible:shadow-none data-starting-style:translate-y-6 data-starting-style:opacity-0 data-ending-style:translate-y-6 data-ending-style:opacity-0 sm:inset-0 sm:m-auto sm:h-fit sm:w-[min(30rem,calc(100vw-3rem))] sm:rounded-2xl sm:p-6 sm:floating sm:data-starting-style:translate-y-2 sm:data-ending-style:translate-y-2'

type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /**
   * Buttons, with the primary action first. A submit button references a form in `children` with its `form` attribute.
   */
  actions?: ReactNode
}

export function DialogActions({ className = 'mt-6', children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-wrap gap-3 max-sm:*:basis-full ${className}`}>{children}</div>
}

type FormActionsProps = {
  submit: string
  cancel: string
  onCancel: () => void
  isBusy?: boolean
  isDestructive?: boolean
  className?: string
}

export function FormActions({ submit, cancel, onCancel, isBusy, isDestructive, className }: FormActionsProps) {
  return (
    <DialogActions className={className}>
      <Button type="submit" variant={isDestructive ? 'danger-solid' : 'solid'} disabled={isBusy}>
        {submit}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {cancel}
      </Button>
    </DialogActions>
  )
}

export function Dialog({ isOpen, onOpenChange, title, description, children, actions }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup data-slot="dialog" className={dialogClass}>
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title className="text-xl leading-tight">{title}</BaseDialog.Title>
            <BaseDialog.Close render={<IconButton aria-label="Close" className="-mt-2 -mr-2" />}>
              <Icon name="close" size={18} />
            </BaseDialog.Close>
          </div>
          {description && (
            <BaseDialog.Description className="mt-2 text-muted-foreground">{description}</BaseDialog.Description>
          )}
          {children && <div className="mt-5">{children}</div>}
          {actions && <DialogActions>{actions}</DialogActions>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
