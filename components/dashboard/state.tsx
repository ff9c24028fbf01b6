import { Icon } from '../ui/icon.tsx'

/** Whether something is so, in a word and a sign. */
export function State({ on, children }: { on: boolean; children: string }) {
  return (
    <span className={`dash-state ${on ? 'text-ice' : 'text-muted'}`}>
      <Icon name={on ? 'check' : 'minus'} size={16} />
      {children}
    </span>
  )
}
