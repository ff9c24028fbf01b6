import type { ReactNode } from 'react'
import { type Help, HelpLine } from './help-line.tsx'

type NoticeProps = {
  label: string
  heading: string
  children: ReactNode
  /** What the visitor can do here. */
  action?: ReactNode
  help: Help
}

/** Says, in the place of a form, why it is not there, what to do, and who helps. */
export function Notice({ label, heading, children, action, help }: NoticeProps) {
  return (
    <div className="rounded-2xl border border-line bg-raised p-8">
      <p className="label text-ember">{label}</p>
      <h1 className="mt-3 text-[1.75rem]">{heading}</h1>
      <div className="mt-4 text-muted">{children}</div>
      {action && <div className="mt-6">{action}</div>}
      <HelpLine help={help} className="mt-6 border-t border-line pt-5" />
    </div>
  )
}
