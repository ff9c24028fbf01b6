import type { ReactNode } from 'react'

type PhoneProps = {
  /** Whether its lower end is beyond the picture on a phone, where what is cut off fades. */
  isCut?: boolean
  children: ReactNode
}

/** A phone in one line. */
export function Phone({ isCut = false, children }: PhoneProps) {
  return (
    <div
      className={`rounded-[2.25rem] border border-input bg-background p-3.5 sm:p-5 ${isCut ? 'max-sm:max-h-80 max-sm:overflow-clip max-sm:[mask-image:linear-gradient(#000_80%,transparent)]' : ''}`}
    >
      {children}
    </div>
  )
}
