'use client'

import type { ComponentProps } from 'react'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useSample } from '../../ui/sample.ts'

type OpenVisitProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  visit: Pick<AppointmentRecord, 'callId'>
  onOpen: () => void
}

/** Opens a visit to be changed; a sample leads to the call in which it was asked for. */
export function OpenVisit({ visit: { callId }, onOpen, className = '', children, ...props }: OpenVisitProps) {
  const isSample = useSample() !== undefined
  if (isSample) {
    return (
      <AppLink className={className} href={`${AREAS.calls.path}/${callId}`} {...(props as ComponentProps<'a'>)}>
        {children}
      </AppLink>
    )
  }
  return (
    <button type="button" {...props} className={`cursor-pointer ${className}`} onClick={onOpen}>
      {children}
    </button>
  )
}
