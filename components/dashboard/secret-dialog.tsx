import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

type CopyState = 'no' | 'yes' | 'refused'

type SecretDialogProps = {
  title: string
  description: string
  /** Label of the field, such as API key. */
  label: string
  /** Word in sentences, such as key. */
  noun: string
  secret: string
  isOpen: boolean
  onClose: () => void
}

/** Shows a key or secret that no other request returns. */
export function SecretDialog({ title, description, label, noun, secret, isOpen, onClose }: SecretDialogProps) {
  const [copyState, setCopyState] = useState<CopyState>('no')
  const messages: Record<CopyState, string> = {
    no: '',
    yes: 'Copied.',
    refused: `Your browser blocked copying. Select the ${noun} and copy it yourself.`,
  }
  const copySecret = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopyState('yes')
    } catch {
      // The message explains how to copy the secret manually.
      setCopyState('refused')
    }
  }
  const resetAndClose = () => {
    setCopyState('no')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && resetAndClose()}
      title={title}
      description={`Copy it now. We can’t show it again. ${description}`}
      actions={
        <>
          <Button onClick={copySecret}>Copy {noun}</Button>
          <Button variant="quiet" onClick={resetAndClose}>
            Done
          </Button>
        </>
      }
    >
      <TextField
        label={label}
        className="data"
        value={secret}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
      />
      <p aria-live="polite" className={`min-h-6 mt-2 ${copyState === 'refused' ? 'text-primary' : 'text-accent'}`}>
        {messages[copyState]}
      </p>
    </Dialog>
  )
}
