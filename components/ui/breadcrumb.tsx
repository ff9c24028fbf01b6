import { Link } from './link.tsx'

type Step = { label: string | null; href: string | undefined }

export function Breadcrumb({ steps }: { steps: Step[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="label flex items-center gap-x-2 text-muted-foreground">
        {steps.map(({ label, href }, index) => (
          <li key={index} className={`flex items-center gap-x-2 ${index < steps.length - 1 ? 'flex-none' : 'min-w-0'}`}>
            {index > 0 && <span aria-hidden="true">/</span>}
            <Link href={href} className={`inline-flex min-h-11 min-w-0 items-center ${href ? 'text-link' : ''}`}>
              <span className="truncate">{label}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
