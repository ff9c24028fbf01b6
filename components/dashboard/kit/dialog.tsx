'use client'

import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What it is about, in a sentence or two. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, what to do first. One of a form in `children` names it with `form`. */
  actions?: ReactNode
}

/** A question or a form above the page, which waits meanwhile. On a phone it comes from the bottom edge. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="kit-backdrop" />
        <BaseDialog.Popup className="kit-dialog kit-layer">
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title className="text-xl leading-tight">{title}</BaseDialog.Title>
            <BaseDialog.Close className="kit-icon-button kit-dialog-close" aria-label="Close">
              <Icon name="close" size={18} />
            </BaseDialog.Close>
          </div>
          {description && (
            <BaseDialog.Description className="mt-2 text-muted-foreground">{description}</BaseDialog.Description>
          )}
          {children && <div className="mt-5">{children}</div>}
          {actions && <div className="kit-actions">{actions}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
