import { resolveCopy } from '@/lib/site/ui-copy.ts'
import { FirstPaintScript } from '@/components/site/layout/page-scripts.tsx'
import { NotFound } from '@/components/site/messages/page-message.tsx'

export default function RootNotFound() {
  return (
    <>
      <FirstPaintScript announcement={undefined} />
      <main>
        <NotFound labels={resolveCopy(null)} />
      </main>
    </>
  )
}
