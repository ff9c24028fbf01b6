import type { Provider } from '@/lib/integrations/providers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'

type LocalPage = { localPage: string | null }

/** Marks a system whose place a server on this machine takes, as on a laptop. */
export const LocalBadge = ({ localPage }: LocalPage) => (localPage ? <Badge>Local</Badge> : null)

/** Says so in a sentence, with the way to what was entered there. */
export function LocalNote({ localPage, provider, timeZone }: LocalPage & { provider: Provider; timeZone: string }) {
  if (!localPage) return null
  const { label, write } = provider
  return (
    <p className="mt-3 max-w-text text-muted-foreground">
      This is not the real {label}: a server on this machine stands in for it.{' '}
      <Link href={`${localPage}?${new URLSearchParams({ zone: timeZone }).toString()}`} className="text-link">
        {write ? 'Look at the entries' : 'Look at what it holds'}
      </Link>
    </p>
  )
}
