import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type EmptyProps = {
  icon: IconName
  title: string
  children: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center px-5 py-12 text-center">
      <span className="grid size-12 place-items-center rounded-full border border-border text-muted-foreground">
        <Icon name={icon} size={22} />
      </span>
      <h3 className="mt-4 text-lg leading-tight tracking-normal">{title}</h3>
      <p className="max-w-[46ch] mt-1.5 text-balance text-muted-foreground">{children}</p>
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
