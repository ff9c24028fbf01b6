'use client'

import { useState } from 'react'
import type { MadeKey } from '@/lib/keys/input.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Copied = 'no' | 'yes' | 'refused'

const MESSAGES: Record<Copied, string> = {
  no: '',
  yes: 'Copied.',
  refused: 'Your browser did not let us copy it. Select it and copy it yourself.',
}

type MadeKeyDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Undefined until one was made. */
  made: MadeKey | undefined
}

/** Shows a key, the only time that this is possible. */
export function MadeKeyDialog({ isOpen, onClose, made }: MadeKeyDialogProps) {
  const [copied, setCopied] = useState<Copied>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made?.key ?? '')
      setCopied('yes')
    } catch {
      // The message says what to do instead.
      setCopied('refused')
    }
  }
  const close = () => {
    setCopied('no')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && close()}
      title={`The key for “${made?.record.name ?? ''}”`}
      description="Copy it now: we keep only a fingerprint of it and cannot show it again. Put it where your system keeps its passwords, never into an address or a mail."
      actions={
        <>
          <Button onClick={copy}>Copy the key</Button>
          <Button variant="quiet" onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <TextField
        label="API key"
        className="data"
        value={made?.key ?? ''}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
      />
      <p aria-live="polite" className={`min-h-6 mt-2 ${copied === 'refused' ? 'text-primary' : 'text-accent'}`}>
        {MESSAGES[copied]}
      </p>
    </Dialog>
  )
}
