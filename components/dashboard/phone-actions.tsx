'use client'

import { useOrganization, useUser } from '@clerk/nextjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { doNotCallAnswer } from '@/lib/callers/record.ts'
import { formatPhone, phoneHref } from '@/lib/phone.ts'
import { dashboardQuery } from '@/lib/query/dashboard-query.ts'
import { smsHref, type TextSubject, textWords } from '@/lib/text-message.ts'
import { Icon } from '../ui/icon.tsx'

// Asked for by the few who press a number that is not to be called.
const AlertDialog = lazy(async () => ({ default: (await import('../ui/alert-dialog.tsx')).AlertDialog }))

/** Whether the number is one of somebody who asked not to be called; false until that is known. */
function useDoNotCall(number: string): boolean {
  const { organization } = useOrganization()
  const { user } = useUser()
  const reader = { organizationId: organization?.id ?? '', userId: user?.id ?? '' }
  const query = dashboardQuery('callers/do-not-call', doNotCallAnswer, reader)
  const { data } = useQuery({ ...query, enabled: reader.organizationId !== '' && reader.userId !== '' })
  return data?.phones.includes(number) ?? false
}

/** Opens what a link of a phone leads to. */
const follow = (href: string) => Object.assign(document.createElement('a'), { href }).click()

const linkClass =
  'relative z-1 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 text-foreground underline decoration-1 underline-offset-[0.22em] hover:bg-muted pointer-coarse:min-h-11 pointer-coarse:px-2.5'

type PhoneActionsProps = {
  /** In E.164. */
  number: string
  /** What a text message is about. */
  subject?: TextSubject
  /** Whether the number stands beside it already. */
  isNumberHidden?: boolean
}

/** A number with what a phone does with it: Call, and Text with words ready. Who asked not to be called is asked about first. */
export function PhoneActions({ number, subject, isNumberHidden = false }: PhoneActionsProps) {
  const { organization } = useOrganization()
  const isUnwanted = useDoNotCall(number)
  const [wanted, setWanted] = useState<{ href: string; word: string }>()
  const shown = formatPhone(number)
  const ask = (href: string, word: string) => (event: MouseEvent) => {
    if (!isUnwanted) return
    event.preventDefault()
    setWanted({ href, word })
  }
  const call = phoneHref(number)
  const text = smsHref(number, textWords(organization?.name, subject))
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {!isNumberHidden && <span className="mr-1 whitespace-nowrap">{shown}</span>}
      {isUnwanted && (
        <span className="mr-1 inline-flex items-center gap-1 whitespace-nowrap text-primary">
          <Icon name="alert" size={14} />
          Do not call
        </span>
      )}
      <a href={call} aria-label={`Call ${shown}`} className={linkClass} onClick={ask(call, 'Call')}>
        <Icon name="phone" size={14} />
        Call
      </a>
      <a href={text} aria-label={`Text ${shown}`} className={linkClass} onClick={ask(text, 'Text')}>
        <Icon name="message" size={14} />
        Text
      </a>
      {wanted && (
        <Suspense>
          <AlertDialog
            isOpen
            onOpenChange={(isOpen) => !isOpen && setWanted(undefined)}
            title="They asked not to be called"
            description={`${shown} is marked “Do not call”. Go on only if they expect to hear from you.`}
            confirm={`${wanted.word} anyway`}
            cancel="Leave it"
            onConfirm={() => follow(wanted.href)}
          />
        </Suspense>
      )}
    </span>
  )
}
