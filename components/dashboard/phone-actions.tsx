import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { doNotCallAnswer } from '@/lib/dashboard/callers/record.ts'
import { formatPhone, phoneHref } from '@/lib/values/phone.ts'
import { dashboardQuery } from '@/lib/dashboard/query/dashboard-query.ts'
import { smsHref, type TextSubject, textWords } from '@/lib/dashboard/callers/text-message.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useSample } from '../ui/sample.ts'
import { useViewer } from './use-account.ts'

// The dialog loads lazily, because only do-not-call numbers need it.
const AlertDialog = lazy(async () => ({ default: (await import('../ui/alert-dialog.tsx')).AlertDialog }))

function useDoNotCall(number: string): boolean {
  const { userId = '', organization } = useViewer()
  const reader = { organizationId: organization?.id ?? '', userId }
  const query = dashboardQuery('callers/do-not-call', doNotCallAnswer, reader)
  const { data } = useQuery({ ...query, enabled: reader.organizationId !== '' && reader.userId !== '' })
  return data?.phones.includes(number) ?? false
}

function useAskedFirst(number: string) {
  const isUnwanted = useDoNotCall(number)
  const [wanted, setWanted] = useState<{ href: string; word: string }>()
  const ask = (href: string, word: string) => (event: MouseEvent) => {
    if (!isUnwanted) return
    event.preventDefault()
    setWanted({ href, word })
  }
  const question = wanted && (
    <Suspense>
      <AlertDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && setWanted(undefined)}
        title="This caller asked not to be called"
        description={`${formatPhone(number)} is marked “Do not call”. Continue only if they expect to hear from you.`}
        confirm={`${wanted.word} anyway`}
        cancel="Cancel"
        onConfirm={() => follow(wanted.href)}
      />
    </Suspense>
  )
  return { isUnwanted, ask, question }
}

const DoNotCall = () => (
  <span className="mr-1 inline-flex items-center gap-1 whitespace-nowrap text-primary">
    <Icon name="alert" size={14} />
    Do not call
  </span>
)

const follow = (href: string) => Object.assign(document.createElement('a'), { href }).click()

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
  const { isUnwanted, ask, question } = useAskedFirst(number)
  const shown = formatPhone(number)
  // Numbers in the sample dashboard are fictional, so they get no links.
  if (isSample) return isNumberHidden ? null : <span className="whitespace-nowrap">{shown}</span>
  const call = phoneHref(number)
  const text = smsHref(number, textWords(organization?.name, subject))
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {!isNumberHidden && <span className="mr-2.5 whitespace-nowrap pointer-coarse:mr-3.5">{shown}</span>}
      {isUnwanted && <DoNotCall />}
      <span className="-ml-1.5 inline-flex gap-x-1 pointer-coarse:-ml-2.5">
        <a href={call} aria-label={`Call ${shown}`} className={linkClass} onClick={ask(call, 'Call')}>
          <Icon name="phone" size={14} />
          Call
        </a>
        <a href={text} aria-label={`Text ${shown}`} className={linkClass} onClick={ask(text, 'Text')}>
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
  const { isUnwanted, ask, question } = useAskedFirst(number)
  if (isSample) return null
  const href = phoneHref(number)
  return (
    <>
      {isUnwanted && <DoNotCall />}
      <a
        href={href}
        aria-label={`Call ${formatPhone(number)}`}
        className={buttonClass('quiet')}
        onClick={ask(href, 'Call')}
      >
        <Icon name="phone" size={16} />
        Call
      </a>
      {question}
    </>
  )
}
