import { Link } from './link.tsx'

type Action = { _key: string; label: string | null; href: string | null }

/** One or two buttons: the first says what to do, the second what to do otherwise. */
export function Actions({ actions, className = '' }: { actions: Action[] | null; className?: string }) {
  if (!actions?.length) return null
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {actions.map(({ _key, label, href }, index) => (
        <Link key={_key} href={href} className={`button ${index === 0 ? 'button-solid' : 'button-quiet'}`}>
          {label}
        </Link>
      ))}
    </div>
  )
}
