import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { doNotCallAnswer } from '@/lib/dashboard/callers/record.ts'
import { formatPhone, buildPhoneHref } from '@/lib/values/phone.ts'
import { buildDashboardQuery } from '@/lib/dashboard/query/dashboard-query.ts'
import { buildSmsHref, type TextSubject, formatTextMessage } from '@/lib/dashboard/callers/text-message.ts'
import { getButtonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useSample } from '../ui/sample.ts'
import { useViewer } from './use-account.ts'

// The dialog loads lazily, because only do-not-call numbers need it.
const AlertDialog = lazy(async () => ({ default: (await import('../ui/alert-dialog.tsx')).AlertDialog }))

function useDoNotCall(number: string): boolean {
  const { userId = '', organization } = useViewer()
  const reader = { organizationId: organization?.id ?? '', userId }
  const query = buildDashboardQuery('callers/do-not-call', doNotCallAnswer, reader)
  const { data } = useQuery({ ...query, enabled: reader.organizationId !== '' && reader.userId !== '' })
  return data?.phones.includes(number) ?? false
}

function useDoNotCallPrompt(number: string) {
  const isDoNotCall = useDoNotCall(number)
  const [pendingAction, setPendingAction] = useState<{ href: string; word: string }>()
  const interceptClick = (href: string, word: string) => (event: MouseEvent) => {
    if (!isDoNotCall) return
    event.preventDefault()
    setPendingAction({ href, word })
  }
  const question = pendingAction && (
    <Suspense>
      <AlertDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && setPendingAction(undefined)}
        title="This caller asked not to be called"
        description={`${formatPhone(number)} is marked “Do not call”. Continue only if they expect to hear from you.`}
        confirm={`${pendingAction.word} anyway`}
        cancel="Cancel"
        onConfirm={() => openLink(pendingAction.href)}
      />
    </Suspense>
  )
  return { isUnwanted: isDoNotCall, ask: interceptClick, question }
}

const DoNotCall = () => (
  <span className="mr-1 inline-flex items-center gap-1 whitespace-nowrap text-primary">
    <Icon name="alert" size={14} />
    Do not call
  </span>
)

const openLink = (href: string) => Object.assign(document.createElement('a'), { href }).click()

const linkClass =
  'relative z-1 inline-flex min-h-7 pointer-fine:-my-1 items-center gap-1 rounded-md px-1.5 text-foreground underline decoration-1 underline-offset-[0.22em] hover:bg-muted pointer-coarse:min-h-11 pointer-coarse:px-2.5'

type PhoneActionsProps = {
  /** Phone number in E.164 format. */
  number: string
  subject?: TextSubject
  isNumberHidden?: boolean
}

/** Renders links to call and text a number. A do-not-call number requires a confirmation. */
export function PhoneActions({ number, subject, isNumberHidden = false }: PhoneActionsProps) {
  const { organization } = useViewer()
  const isSample = useSample() !== undefined
  const { isUnwanted, ask, question } = useDoNotCallPrompt(number)
  const formattedNumber = formatPhone(number)
  // Numbers in the sample dashboard are fictional, so they get no links.
  if (isSample) return isNumberHidden ? null : <span className="whitespace-nowrap">{formattedNumber}</span>
  const call = buildPhoneHref(number)
  const text = buildSmsHref(number, formatTextMessage(organization?.name, subject))
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {!isNumberHidden && <span className="mr-2.5 whitespace-nowrap pointer-coarse:mr-3.5">{formattedNumber}</span>}
      {isUnwanted && <DoNotCall />}
      <span className="-ml-1.5 inline-flex gap-x-1 pointer-coarse:-ml-2.5">
        <a href={call} aria-label={`Call ${formattedNumber}`} className={linkClass} onClick={ask(call, 'Call')}>
          <Icon name="phone" size={14} />
          Call
        </a>
        <a href={text} aria-label={`Text ${formattedNumber}`} className={linkClass} onClick={ask(text, 'Text')}>
          <Icon name="message" size={14} />
          Text
        </a>
      </span>
      {question}
    </span>
  )
}

export function CallButton({ number }: { number: string }) {
  const isSample = useSample() !== undefined
  const { isUnwanted, ask, question } = useDoNotCallPrompt(number)
  if (isSample) return null
  const href = buildPhoneHref(number)
  return (
    <>
      {isUnwanted && <DoNotCall />}
      <a
        href={href}
        aria-label={`Call ${formatPhone(number)}`}
        className={getButtonClass('quiet')}
        onClick={ask(href, 'Call')}
      >
        <Icon name="phone" size={16} />
        Call
      </a>
      {question}
    </>
  )
}
