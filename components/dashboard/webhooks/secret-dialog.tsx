import { useState } from 'react'
import { SECRET_OVERLAP_HOURS, type IssuedEndpoint } from '@/lib/dashboard/webhooks/input.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

type CopyState = 'no' | 'yes' | 'refused'

const COPY_MESSAGES: Record<CopyState, string> = {
  no: '',
  yes: 'Copied.',
  refused: 'Your browser blocked copying. Select the secret and copy it yourself.',
}

type SecretDialogProps = { issued: IssuedEndpoint | undefined; isOpen: boolean; onClose: () => void }

/** Shows a signing secret, which no other request returns. */
export function SecretDialog({ issued, isOpen, onClose }: SecretDialogProps) {
  const [copyState, setCopyState] = useState<CopyState>('no')
  const copySecret = async () => {
    try {
      await navigator.clipboard.writeText(issued?.secret ?? '')
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
  const overlap = issued?.record.previousSecretEndsAt
    ? ` For ${SECRET_OVERLAP_HOURS} hours, requests are signed with the former secret too.`
    : ''
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && resetAndClose()}
      title="Signing secret"
      description={`Copy it now. We can’t show it again. Your receiver checks the signature of each request with it.${overlap}`}
      actions={
        <>
          <Button onClick={copySecret}>Copy secret</Button>
          <Button variant="quiet" onClick={resetAndClose}>
            Done
          </Button>
        </>
      }
    >
      <TextField
        label="Signing secret"
        className="data"
        value={issued?.secret ?? ''}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
      />
      <p aria-live="polite" className={`mt-2 min-h-6 ${copyState === 'refused' ? 'text-primary' : 'text-accent'}`}>
        {COPY_MESSAGES[copyState]}
      </p>
    </Dialog>
  )
}

/** Manages the secret dialog. The secret leaves the memory of the page when the dialog closes. */
export function useSecretDialog() {
  const [issued, setIssued] = useState<IssuedEndpoint>()
  const [isOpen, setIsOpen] = useState(false)
  const show = (result: IssuedEndpoint) => {
    setIssued(result)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    setIssued((current) => current && { ...current, secret: '' })
  }
  return { show, dialog: <SecretDialog issued={issued} isOpen={isOpen} onClose={close} /> }
}
