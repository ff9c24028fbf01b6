import { useState } from 'react'
import { SECRET_OVERLAP_HOURS, type IssuedEndpoint } from '@/lib/dashboard/webhooks/input.ts'
import { SecretDialog } from '../secret-dialog.tsx'

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
  const overlap = issued?.record.previousSecretEndsAt
    ? ` For ${SECRET_OVERLAP_HOURS} hours, requests are signed with the former secret too.`
    : ''
  const dialog = (
    <SecretDialog
      title="Signing secret"
      description={`Your receiver checks the signature of each request with it.${overlap}`}
      label="Signing secret"
      noun="secret"
      secret={issued?.secret ?? ''}
      isOpen={isOpen}
      onClose={close}
    />
  )
  return { show, dialog }
}
