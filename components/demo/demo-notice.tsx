import type { Words } from '@/lib/words.ts'
import { SIGN_UP_PATH } from '@/lib/routes.ts'
import { ButtonLink } from '../ui/button-link.tsx'

type DemoNoticeProps = {
  words: Words['demo']
  /** Where a demo is asked for: label and address, as editors have them. */
  request: { label: string | null; href: string | null } | undefined
}

/** Says on every screen that nothing of it is anybody's, and where to go from here. */
export function DemoNotice({ words, request }: DemoNoticeProps) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-x-4 px-5 py-1.5 lg:px-6">
      <p className="min-w-0 leading-tight text-balance">
        <strong className="font-semibold">{words.notice}</strong>{' '}
        <span className="text-muted-foreground max-md:hidden">{words.day}</span>
      </p>
      <span className="flex flex-none items-center gap-2">
        <ButtonLink href={SIGN_UP_PATH} variant="quiet" className="max-sm:hidden">
          {words.create}
        </ButtonLink>
        {request && <ButtonLink href={request.href}>{request.label}</ButtonLink>}
      </span>
    </div>
  )
}
